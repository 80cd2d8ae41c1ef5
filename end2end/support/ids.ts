// Ids that break careless links, as fixtures/src/people/odd_ids.rs has them.

/** 1,000 bytes, which is as long as an id can be. */
export const LONGEST = Array.from({ length: 200 }, (_, n) => `long-${String(n + 1).padStart(3, "0")}-`)
  .join("")
  .slice(0, 1_000);

export const TOO_LONG = "x".repeat(1_001);

/** Each with the highest tier that its profile has. */
export const ODD_IDS: [id: string, limit: string][] = [
  ["odd#hash", "$10"],
  ["odd", "$20"],
  ["odd/slash", "$30"],
  ["odd%2Fslash", "$40"],
  ["odd%252Fslash", "$50"],
  ["..", "$80"],
  [".", "$100"],
  ["odd two  words", "$10"],
  ["odd+two++words", "$20"],
  ["odd-🐢-🏳️‍🌈", "$30"],
  ["odd?q=1&at=2#x", "$40"],
  ["odd<b>\"&amp;'", "$50"],
  [LONGEST, "$80"],
];

/** The address that Float Desk's own links have; app/src/paths.rs says why. */
export function address(id: string): string {
  const escaped = (byte: number) => `~${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  const bytes = [...Buffer.from(id)].map((byte, index) => {
    const char = String.fromCharCode(byte);
    return /[A-Za-z0-9_-]/.test(char) || (char === "." && index > 0) ? char : escaped(byte);
  });
  return `/users/${bytes.join("")}`;
}
