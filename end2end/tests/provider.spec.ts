// Signing in through a real OpenID Connect provider. Not the other tests' server: these leave the host.
import { type Page, test as base, expect } from "@playwright/test";
import { type Pair, startPair } from "../support/identity-provider.ts";

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
      const pair = await startPair(people, ["root"]);
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
  await expect(page).toHaveURL(/problem=provider/);
  await expect(page.getByRole("alert")).toContainText("did not let you in");
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
