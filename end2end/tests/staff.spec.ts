// What an admin does to accounts, on a server of its own: it changes who can sign in.
import type { Browser, Page } from "@playwright/test";
import { type OwnDesk, enterPassword, signInByPassword, startDesk } from "../support/own-desk.ts";
import { test as base, expect, hydrated, open, signedInAs, signedOut } from "../support/test.ts";

const test = base.extend<{}, { desk: OwnDesk }>({
  desk: [
    async ({}, use) => {
      const desk = await startDesk({ ada: "admin", kim: "support", lee: "analyst", max: "support", noor: "support" });
      await use(desk);
      await desk.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  baseURL: async ({ desk }, use) => use(desk.url),
});
test.use(signedOut);
// One server for all of them.
test.describe.configure({ mode: "default" });

/** Somebody in a browser of their own. */
async function signedIn(browser: Browser, desk: OwnDesk, name: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: desk.url });
  const page = await context.newPage();
  await signInByPassword(page, name);
  return page;
}

const row = (page: Page, name: string) =>
  page.getByRole("row").filter({ has: page.getByRole("rowheader", { name, exact: true }) });

/** The form in somebody's row that a button sends. */
const form = (page: Page, name: string, button: string) =>
  row(page, name).locator("form").filter({ has: page.getByRole("button", { name: button, includeHidden: true }) });

async function openStaff(page: Page): Promise<void> {
  await signInByPassword(page, "ada");
  await open(page, "/staff");
}

async function change(page: Page, name: string, button: string, reason: string): Promise<void> {
  // What was opened for the last change stays open.
  const isOpen = (await row(page, name).locator("details").getAttribute("open")) !== null;
  if (!isOpen) await page.getByText(`Change ${name}`, { exact: true }).click();
  await form(page, name, button).getByLabel("Reason").fill(reason);
  await form(page, name, button).getByRole("button").click();
}

test("another role counts from the next request, and stands in the audit log with what changed", async ({
  page,
  browser,
  desk,
}) => {
  const kim = await signedIn(browser, desk, "kim");
  await openStaff(page);
  await form(page, "kim", "Change the role").getByLabel("New role").selectOption("analyst", { force: true });
  await change(page, "kim", "Change the role", "moves to risk");
  await expect(row(page, "kim").getByRole("cell").first()).toHaveText("analyst");
  await expect(form(page, "kim", "Change the role").getByLabel("Reason")).toHaveValue("");
  await kim.goto("/");
  await expect(kim).toHaveURL("/sign-in?next=/");
  await enterPassword(kim, "kim");
  await expect(kim.getByRole("banner").getByText("analyst", { exact: true })).toBeVisible();

  await page.goto("/audit?by=action&value=role_changed");
  const entry = page.getByRole("row", { name: "changed the role of kim" });
  await expect(entry).toContainText("moves to risk");
  await expect(entry.getByRole("deletion").filter({ hasText: "support" })).toHaveText("− support");
  await expect(entry.getByRole("insertion").filter({ hasText: "analyst" })).toHaveText("+ analyst");
  await kim.context().close();
});

test("a disabled account is out at once, and comes back when it is enabled", async ({ page, browser, desk }) => {
  const lee = await signedIn(browser, desk, "lee");
  await openStaff(page);
  await change(page, "lee", "Disable the account", "on leave");
  await expect(row(page, "lee")).toContainText("Disabled");
  await lee.goto("/");
  await expect(lee).toHaveURL("/sign-in?next=/");
  await enterPassword(lee, "lee");
  await expect(lee.getByRole("alert")).toHaveText("That name and password do not fit.");
  await change(page, "lee", "Enable the account", "is back");
  await expect(row(page, "lee")).toContainText("Active");
  await enterPassword(lee, "lee");
  await expect(lee).toHaveURL("/");
  await lee.context().close();
});

test("ending sessions ends all of them, and a double click is one entry", async ({ page, browser, desk }) => {
  const [here, there] = [await signedIn(browser, desk, "max"), await signedIn(browser, desk, "max")];
  await openStaff(page);
  const sessions = row(page, "max").getByRole("cell").nth(2);
  await expect(sessions).toHaveText("2");
  await page.getByText("Change max", { exact: true }).click();
  await form(page, "max", "End all sessions now").getByLabel("Reason").fill("lost phone");
  await form(page, "max", "End all sessions now").getByRole("button").dblclick();
  await expect(sessions).toHaveText("0");
  for (const max of [here, there]) {
    await max.goto("/");
    await expect(max).toHaveURL("/sign-in?next=/");
    await max.context().close();
  }
  await page.goto("/audit?by=action&value=sessions_ended");
  await expect(page.getByRole("row", { name: "ended the sessions of max" })).toHaveCount(1);
});

test("whoever is signed out in the middle of a form comes back to what was typed", async ({
  page,
  browser,
  desk,
  watch,
}) => {
  watch.allow(/status of 401/);
  await openStaff(page);
  await page.getByText("Change noor", { exact: true }).click();
  const disable = form(page, "noor", "Disable the account");
  await disable.getByLabel("Reason").fill("left the company, ticket 4711");

  const elsewhere = await signedIn(browser, desk, "ada");
  await elsewhere.getByRole("banner").getByText("ada", { exact: true }).click();
  await elsewhere.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(elsewhere).toHaveURL("/sign-in");
  await elsewhere.context().close();

  await disable.getByRole("button").click();
  await expect(page.getByRole("alert")).toContainText("You are not signed in.");
  await expect(row(page, "noor")).toContainText("Active");
  await page.getByRole("alert").getByRole("link", { name: "Sign in" }).click();
  await enterPassword(page, "ada");
  await expect(page).toHaveURL("/staff");
  await hydrated(page);
  await expect(disable.getByLabel("Reason")).toBeVisible();
  await expect(disable.getByLabel("Reason")).toHaveValue("left the company, ticket 4711");
  await disable.getByRole("button").click();
  await expect(row(page, "noor")).toContainText("Disabled");
  await page.reload();
  await expect(form(page, "noor", "Enable the account").getByLabel("Reason")).toHaveValue("");
});

test("a token is shown once, opens the API, and is shut out when it is revoked", async ({ page, request }) => {
  await openStaff(page);
  const tokens = page.getByRole("region", { name: "API tokens" });
  await tokens.getByLabel("New token for").fill("billing service");
  await tokens.getByLabel("Reason").last().fill("shows fees on invoices");
  await tokens.getByRole("button", { name: "Make a token" }).click();
  const shown = tokens.getByText(/^fd_/);
  await expect(tokens).toContainText("Copy it now: it is not shown again.");
  const token = (await shown.textContent()) ?? "";
  const ask = () =>
    request.get("/api/v1/users/user-1/float-profile", { headers: { authorization: `Bearer ${token}` } });
  expect((await ask()).status()).toBe(200);

  await page.reload();
  await hydrated(page);
  await expect(shown).toHaveCount(0);
  await expect(row(page, "billing service")).toContainText("Good");
  await page.getByText("Revoke billing service", { exact: true }).click();
  await row(page, "billing service").getByLabel("Reason").fill("leaked");
  await row(page, "billing service").getByRole("button", { name: "Revoke the token" }).click();
  await expect(row(page, "billing service")).toContainText("Revoked by ada");
  expect((await ask()).status()).toBe(401);
  await page.goto("/audit?by=action&value=token_revoked");
  await expect(page.getByRole("row", { name: "revoked the API token billing service" })).toContainText("leaked");
});

test("the only admin is told why their own account cannot be changed", async ({ page }) => {
  await openStaff(page);
  await expect(row(page, "ada")).toContainText("This is you. Nobody changes their own role");
  await expect(page.getByText("Change ada")).toHaveCount(0);
});

base.describe("In the demo, where one account is the last admin's", () => {
  base.use(signedInAs("admin"));
  base("it can be neither demoted nor disabled, and says why", async ({ page }) => {
    await open(page, "/staff");
    await page.getByText("Change max", { exact: true }).click();
    await expect(row(page, "max")).toContainText("This is the last admin who can sign in");
    await expect(row(page, "max").getByRole("button")).toHaveText(["End all sessions now"]);
  });
});
