// What every test starts from: a signed-in page that must stay free of errors.
import { test as base, type Browser, type BrowserContext, type Page } from "@playwright/test";
import { logLength, logSince } from "./server.ts";

export { expect } from "@playwright/test";

/** The sign-in page's buttons. */
export const ROLES = {
  support: { button: "Support agent", name: "sam-support" },
  analyst: { button: "Risk analyst", name: "ana-analyst" },
  admin: { button: "Admin", name: "ada-admin" },
} as const;

export type Role = keyof typeof ROLES;
type Session = Awaited<ReturnType<BrowserContext["storageState"]>>;

interface Options {
  /** Who is signed in; null for nobody. */
  role: Role | null;
}

interface Watch {
  /** Browser messages that this test causes on purpose, such as the status of a page not found. */
  allow: (message: RegExp) => void;
}

interface Sessions {
  sessions: (role: Role) => Promise<Session>;
}

/** `test.use(signedInAs("analyst"))`: signed in through the real page, once a role and worker. */
export const signedInAs = (role: Role): Options => ({ role });
export const signedOut: Options = { role: null };

export const test = base.extend<Options & { watch: Watch }, Sessions>({
  role: ["support", { option: true }],

  baseURL: async ({}, use) => use(process.env.FLOAT_DESK_URL),

  sessions: [
    async ({ browser }, use) => {
      const known = new Map<Role, Promise<Session>>();
      await use((role) => {
        const session = known.get(role) ?? newSession(browser, role);
        known.set(role, session);
        return session;
      });
    },
    { scope: "worker" },
  ],

  storageState: async ({ role, sessions }, use) => use(role ? await sessions(role) : undefined),

  // On for every test: no error on the console, no failed request, nothing from another host.
  watch: [
    async ({ context, baseURL }, use, info) => {
      const problems: string[] = [];
      const allowed: RegExp[] = [];
      const logged = logLength();
      watch(context, new URL(baseURL!).host, problems);
      await use({ allow: (message) => allowed.push(message) });
      const unexpected = problems.filter((problem) => !allowed.some((known) => known.test(problem)));
      if (info.status !== info.expectedStatus || unexpected.length > 0) {
        console.error(`The server's log during "${info.title}":\n${logSince(logged)}`);
      }
      if (unexpected.length > 0) {
        throw new Error(`The browser complained:\n${unexpected.join("\n")}`);
      }
    },
    { auto: true },
  ],
});

export async function signIn(page: Page, role: Role): Promise<void> {
  await page.getByRole("button", { name: ROLES[role].button }).click();
  await page.getByRole("button", { name: "Sign out" }).waitFor();
}

async function newSession(browser: Browser, role: Role): Promise<Session> {
  const context = await browser.newContext({ baseURL: process.env.FLOAT_DESK_URL });
  const page = await context.newPage();
  await page.goto("/sign-in");
  await signIn(page, role);
  const session = await context.storageState();
  await context.close();
  return session;
}

function watch(context: BrowserContext, host: string, problems: string[]): void {
  context.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) {
      problems.push(`${message.type()}: ${message.text()} (${message.location().url})`);
    }
  });
  context.on("weberror", (error) => problems.push(`exception: ${error.error()}`));
  context.on("request", (request) => {
    const url = new URL(request.url());
    if (!["data:", "blob:"].includes(url.protocol) && url.host !== host) {
      problems.push(`request to another host: ${url}`);
    }
  });
  context.on("requestfailed", (request) => {
    // What is still loading when a person moves on is given up, and with JavaScript off none is
    // loaded ("csp"): neither is a failure.
    const why = request.failure()?.errorText ?? "";
    if (!["net::ERR_ABORTED", "csp"].includes(why)) problems.push(`request failed: ${request.url()} ${why}`);
  });
}

/** Waits until the page's own code runs. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => document.documentElement.hasAttribute("data-hydrated"));
}

/** Opens an address and waits until it is ready to be used. */
export async function open(page: Page, address: string): Promise<number> {
  const response = await page.goto(address);
  await hydrated(page);
  return response!.status();
}

/** The list on the start page; whom one opened lately stands above it, and may be the same. */
export const demoPeople = (page: Page) => page.getByRole("region", { name: "People of the demo world" });
