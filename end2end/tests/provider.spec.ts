// Signing in through a real OpenID Connect provider. Not the other tests' server: these leave the host.
import { type Browser, type Page, test as base, expect } from "@playwright/test";
import { type Pair, startPair } from "../support/identity-provider.ts";
import { propose, step } from "../support/second-pair-of-eyes.ts";
import { open } from "../support/test.ts";

const test = base.extend<{ within: void }, { pair: Pair }>({
  pair: [
    async ({}, use) => {
      const people = new Map([
        ["ana", { preferred_username: "ana", roles: ["other", "support", "analyst"] }],
        ["sam", { preferred_username: "sam", roles: "support" }],
        ["guest", { preferred_username: "guest", roles: ["visitors"] }],
        ["nobody", { preferred_username: "nobody" }],
        ["root", { preferred_username: "root", roles: ["admin"] }],
        ["boss", { preferred_username: "boss", roles: ["admin"] }],
        ["vic", { preferred_username: "vic", roles: ["support"] }],
      ]);
      const pair = await startPair(people, ["root"], [["seed", "--users", "1", "--evaluations-per-user", "1", "--replace-rulebooks"]]);
      await use(pair);
      await pair.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  baseURL: async ({ pair }, use) => use(pair.url),
  // The provider's own page asks for a font from elsewhere.
  within: [
    async ({ context }, use) => {
      await context.route((url) => url.hostname !== "127.0.0.1", (route) => route.abort());
      await use();
    },
    { auto: true },
  ],
});

// One pair for all of them.
test.describe.configure({ mode: "default" });

const PROVIDER_LINK = { name: "Sign in with Example Corp" };

/** Fills in the provider's own pages: who one is, and that Float Desk may know. */
async function passProvider(page: Page, login: string): Promise<void> {
  await page.getByPlaceholder("Enter any login").fill(login);
  await page.getByPlaceholder("and password").fill("anything");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}

async function expectSignedIn(page: Page, name: string, role: string): Promise<void> {
  const banner = page.getByRole("banner");
  await expect(banner.getByText(name, { exact: true })).toBeVisible();
  await expect(banner.getByText(role, { exact: true })).toBeVisible();
}

test("the provider leads back to the page first asked for, with name and highest role", async ({ page }) => {
  await page.goto("/users/odd~23hash?from=a%20colleague&x=%2F");
  await expect(page.getByLabel("Password")).toBeVisible();
  await page.getByRole("link", PROVIDER_LINK).click();
  await passProvider(page, "ana");
  await expect(page).toHaveURL("/users/odd~23hash?from=a%20colleague&x=%2F");
  await expectSignedIn(page, "ana", "analyst");
});

for (const login of ["guest", "nobody"]) {
  test(`${login}, who has no role here, is told so`, async ({ page }) => {
    await page.goto("/sign-in?next=/search");
    await page.getByRole("link", PROVIDER_LINK).click();
    await passProvider(page, login);
    await expect(page).toHaveURL("/sign-in?next=/search&problem=role");
    await expect(page.getByRole("alert")).toContainText("have no role here");
    await page.goto("/");
    await expect(page).toHaveURL(/\/sign-in/);
  });
}

test("an account that Float Desk keeps itself is not taken over", async ({ page }) => {
  await page.goto("/sign-in");
  await page.getByRole("link", PROVIDER_LINK).click();
  await passProvider(page, "root");
  await expect(page).toHaveURL(/problem=held/);
  await expect(page.getByRole("alert")).toContainText("an admin has to confirm");
  await page.goto("/");
  await expect(page).toHaveURL("/sign-in?next=/");
});

test("coming back with a state that was not sent along is refused", async ({ page, pair }) => {
  for (const setsOut of [false, true]) {
    if (setsOut) await page.goto("/sign-in/provider?next=/search");
    await page.goto(`${pair.url}/sign-in/return?code=a-stolen-code&state=another`);
    await expect(page).toHaveURL(setsOut ? "/sign-in?next=/search&problem=provider" : "/sign-in?next=/&problem=provider");
    await expect(page.getByRole("alert")).toContainText("did not let you in");
  }
});

test("a return address works once, and for the browser that set out", async ({ page, browser, pair }) => {
  const back = page.waitForRequest((request) => request.url().includes("/sign-in/return"));
  await page.goto("/sign-in/provider");
  await passProvider(page, "sam");
  await expectSignedIn(page, "sam", "support");
  const address = (await back).url();
  const elsewhere = await browser.newContext();
  for (const other of [page, await elsewhere.newPage()]) {
    await other.goto(address);
    await expect(other).toHaveURL(`${pair.url}/sign-in?next=/&problem=provider`);
  }
  await elsewhere.close();
  const { searchParams } = new URL(address);
  for (const secret of ["code", "state"]) expect(pair.log()).not.toContain(searchParams.get(secret));
});

test("signing out and in again takes the role that the provider says by then", async ({ page, pair }) => {
  pair.people.set("kim", { preferred_username: "kim", roles: "support" });
  await page.goto("/sign-in");
  await page.getByRole("link", PROVIDER_LINK).click();
  await passProvider(page, "kim");
  await expectSignedIn(page, "kim", "support");
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL("/sign-in");
  pair.people.set("kim", { preferred_username: "kim", roles: ["support", "admin"] });
  // The provider still knows who this is.
  await page.getByRole("link", PROVIDER_LINK).click();
  await expectSignedIn(page, "kim", "admin");
});

test("an account that an admin disabled stays out, whatever the provider says", async ({ page, browser, pair }) => {
  const elsewhere = await browser.newContext({ baseURL: pair.url });
  const boss = await elsewhere.newPage();
  await boss.route((url) => url.hostname !== "127.0.0.1", (route) => route.abort());
  for (const [person, login] of [[page, "vic"], [boss, "boss"]] as const) {
    await person.goto("/sign-in?next=/staff");
    await person.getByRole("link", PROVIDER_LINK).click();
    await passProvider(person, login);
    await expect(person).toHaveURL(`${pair.url}/staff`);
  }
  await boss.waitForFunction(() => document.documentElement.hasAttribute("data-hydrated"));
  await boss.getByText("Change vic").click();
  await expect(boss.getByText("This role comes from the identity provider").filter({ visible: true })).toHaveCount(1);
  const form = boss.locator("form", { has: boss.getByRole("button", { name: "Disable the account" }) });
  const ofVic = form.and(boss.locator("form:has(input[value='vic'])"));
  await ofVic.getByLabel("Reason").fill("left the company");
  await ofVic.getByRole("button").click();
  await expect(boss.getByRole("row", { name: "vic" })).toContainText("Disabled");
  await page.goto("/");
  await expect(page).toHaveURL("/sign-in?next=/");
  // The provider still knows who this is.
  await page.getByRole("link", PROVIDER_LINK).click();
  await expect(page).toHaveURL("/sign-in?next=/&problem=provider");
  await elsewhere.close();
});

/** Somebody in a browser of their own, who has gone through the provider. */
async function throughProvider(browser: Browser, pair: Pair, login: string, to: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: pair.url });
  await context.route((url) => url.hostname !== "127.0.0.1", (route) => route.abort());
  const page = await context.newPage();
  await page.goto(`/sign-in?next=${to}`);
  await page.getByRole("link", PROVIDER_LINK).click();
  await passProvider(page, login);
  return page;
}

async function signInAgain(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL("/sign-in");
  // The provider still knows who this is.
  await page.getByRole("link", PROVIDER_LINK).click();
}

test("a renamed person keeps their account and can't approve their own proposal", async ({ browser, pair }) => {
  pair.people.set("u-100", { preferred_username: "mia", roles: ["admin"] });
  const mia = await throughProvider(browser, pair, "u-100", "/");
  await expectSignedIn(mia, "mia", "admin");
  await propose(mia, "35");
  await step(mia, "Put up for review", { "Why is this change needed?": "Too few are tried." });
  await expect(mia.getByText("Put up for review")).toHaveCount(0);
  const proposal = mia.url();

  pair.people.set("u-100", { preferred_username: "maria", roles: ["admin"] });
  await signInAgain(mia);
  await expectSignedIn(mia, "maria", "admin");
  await open(mia, proposal);
  await expect(mia.getByText("Nobody approves or publishes their own proposal")).toBeVisible();
  await expect(mia.getByRole("button", { name: "Approve", exact: true })).toHaveCount(0);
  await open(mia, "/staff");
  await expect(mia.getByRole("row", { name: /^maria/ })).toContainText("ID mia");

  // Somebody else who is called mia by now is the second pair of eyes.
  pair.people.set("u-200", { preferred_username: "mia", roles: ["admin"] });
  const namesake = await throughProvider(browser, pair, "u-200", "/");
  await expectSignedIn(namesake, "mia", "admin");
  await open(namesake, proposal);
  await step(namesake, "Approve", { Reason: "As agreed on Monday." });
  await expect(namesake.getByText("Approved by mia-2")).toBeVisible();
  await mia.context().close();
  await namesake.context().close();
});

test("someone who was disabled stays out under another name", async ({ page, browser, pair }) => {
  pair.people.set("u-300", { preferred_username: "ned", roles: ["support"] });
  const ned = await throughProvider(browser, pair, "u-300", "/");
  await expectSignedIn(ned, "ned", "support");
  const boss = await throughProvider(browser, pair, "boss", "/staff");
  await boss.waitForFunction(() => document.documentElement.hasAttribute("data-hydrated"));
  await boss.getByText("Change ned", { exact: true }).click();
  const form = boss.locator("form:has(input[value='ned'])");
  const disable = form.filter({ has: boss.getByRole("button", { name: "Disable the account" }) });
  await disable.getByLabel("Reason").fill("left the company");
  await disable.getByRole("button").click();
  await expect(boss.getByRole("row", { name: /^ned/ })).toContainText("Disabled");
  pair.people.set("u-300", { preferred_username: "edward", roles: ["admin"] });
  await ned.goto("/sign-in");
  await ned.getByRole("link", PROVIDER_LINK).click();
  await expect(ned).toHaveURL("/sign-in?next=/&problem=provider");
  await page.goto("/sign-in");
  await page.getByRole("link", PROVIDER_LINK).click();
  await passProvider(page, "u-300");
  await expect(page).toHaveURL("/sign-in?next=/&problem=provider");
  await ned.context().close();
  await boss.context().close();
});

test("an admin says whose account it is, and only then does the person get in", async ({ page, browser, pair }) => {
  pair.people.set("u-400", { preferred_username: "Root", roles: ["analyst"] });
  await page.goto("/sign-in");
  await page.getByRole("link", PROVIDER_LINK).click();
  await passProvider(page, "u-400");
  await expect(page).toHaveURL("/sign-in?next=/&problem=held");
  const boss = await throughProvider(browser, pair, "boss", "/staff");
  await boss.waitForFunction(() => document.documentElement.hasAttribute("data-hydrated"));
  const waiting = boss.getByRole("region", { name: "Sign-ins to confirm" });
  const row = waiting.getByRole("row").filter({ hasText: "u-400" });
  await expect(row).toContainText("An account with this name signs in with a password.");
  await row.getByText("Decide on Root").click();
  const add = row.locator("form").filter({ has: boss.getByRole("button", { name: "Add as a new account" }) });
  await add.getByLabel("Reason").fill("another Root, ticket 4711");
  await add.getByRole("button").click();
  await expect(row).toHaveCount(0);
  await page.getByRole("link", PROVIDER_LINK).click();
  await expectSignedIn(page, "Root", "analyst");
  await boss.goto("/audit?by=action&value=staff_added");
  const entry = boss.getByRole("row", { name: "added to the staff Root-2" });
  await expect(entry).toContainText("another Root, ticket 4711");
  await boss.context().close();
});
