import type { Page } from "@playwright/test";
import { ODD_IDS, TOO_LONG, address } from "../support/ids.ts";
import { Overview } from "../support/overview.ts";
import { demoPeople, expect, hydrated, open, test } from "../support/test.ts";

const short = (id: string) => (id.length > 40 ? `${id.slice(0, 12)}… (${id.length} bytes)` : id);

async function expectUser(page: Page, id: string, limit: string): Promise<void> {
  const user = new Overview(page);
  // To the letter, as it is seen: toHaveText would take several spaces for one.
  await expect.poll(() => user.heading.innerText()).toBe(id);
  await expect(user.badge(`Profile limit ${limit}`)).toBeVisible();
  await expect.poll(() => user.floats.innerText()).toContain(`Profile of the user ${id}`);
  await expect(page).toHaveURL(address(id));
}

async function search(page: Page, typed: string): Promise<void> {
  const box = page.getByRole("banner").getByRole("searchbox", { name: "Any id" });
  await box.fill(typed);
  await box.press("Enter");
}

for (const [id, limit] of ODD_IDS) {
  test(`the user ${short(id)} is reached by click, reload, back and forth`, async ({ page }) => {
    await open(page, "/");
    const row = demoPeople(page).getByRole("row").filter({ has: page.getByRole("rowheader").getByText(id, { exact: true }) });
    await row.getByRole("link").click();
    await expectUser(page, id, limit);
    await page.reload();
    await hydrated(page);
    await expectUser(page, id, limit);
    await page.goBack();
    await expect(page.getByRole("heading", { name: "Look up a user" })).toBeVisible();
    await page.goForward();
    await expectUser(page, id, limit);
  });

  test(`the user ${short(id)} is found by typing and by a hand-typed address`, async ({ page }) => {
    await page.goto("/");
    await search(page, id);
    await expectUser(page, id, limit);
    // Browsers take dots away from an address before they ask for it, however they are written.
    if (id === "." || id === "..") return;
    await open(page, `/users/${encodeURIComponent(id)}`);
    await expectUser(page, id, limit);
  });
}

// The search page itself answers 400, which Chromium writes to the console.
test.beforeEach(({ watch }) => watch.allow(/status of 400/));

test("blanks around a pasted id do not matter", async ({ page }) => {
  await open(page, "/");
  await search(page, "  user-12345\t");
  await expect(page).toHaveURL("/users/user-12345");
});

test("a query and what follows the id survive the way to the canonical address", async ({ page }) => {
  await open(page, "/users/odd%23hash?from=a%20link");
  await expect(page).toHaveURL("/users/odd~23hash?from=a%20link");
});

test("an id that is too long gets a message and stays in the box", async ({ page }) => {
  await open(page, "/");
  await search(page, TOO_LONG);
  await expect(page.getByRole("alert")).toContainText("too long for a user id: 1001 bytes");
  await expect(page.getByRole("main").getByRole("searchbox")).toHaveValue(TOO_LONG);
});

test("an id that is too long in bytes alone gets the message too", async ({ page }) => {
  await open(page, "/");
  await search(page, "🐢".repeat(251));
  await expect(page.getByRole("alert")).toContainText("1004 bytes");
});

test("an address with an id that is too long gets a message inside the frame", async ({ page }) => {
  expect(await open(page, `/users/${TOO_LONG}`)).toBe(400);
  await expect(page.getByRole("alert")).toContainText("too long for a user id");
  await expect(page.getByRole("banner").getByRole("searchbox")).toBeVisible();
});

test("searching for nothing asks for an id", async ({ page }) => {
  expect(await open(page, "/search?q=%20")).toBe(400);
  await expect(page.getByRole("alert")).toContainText("Type or paste a user id.");
});

test("an address that is nonsense gets a page inside the frame", async ({ page }) => {
  for (const nonsense of ["/users/%FF%FE", "/users/%", "/users/~zz", "/users/~FF", "/users/a%00b"]) {
    expect(await open(page, nonsense), nonsense).toBeLessThan(500);
    await expect(page.getByRole("banner").getByRole("searchbox")).toBeVisible();
  }
});
