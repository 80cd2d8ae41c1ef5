import type { Page } from "@playwright/test";
import { expect, open, signedInAs, test } from "../support/test.ts";

const MOMENT = /\d{1,2} \w{3} \d{4}, \d\d:\d\d UTC/;

/** Opens somebody's newest evaluation. */
async function openNewest(page: Page, user: string): Promise<void> {
  await open(page, `/users/${user}/evaluations`);
  const href = await page.getByRole("main").getByRole("link", { name: MOMENT }).first().getAttribute("href");
  await open(page, href!);
}

const answer = (page: Page) => page.getByRole("region", { name: "The answer" });
const step = (page: Page, book: string) =>
  page.getByRole("list", { name: /Float rulebooks/ }).getByRole("listitem").filter({ hasText: book });

test.describe("An analyst", () => {
  test.use(signedInAs("analyst"));

  test("reads the answer first, and who decided", async ({ page }) => {
    await openNewest(page, "user-pia");
    await expect(answer(page)).toContainText(/Denied: core_v2 \(priority 100\) returned 0;.*stringent_v1 was not run \(A\/B 20 %\)/);
    // A denial names no deciding rulebook.
    await expect(step(page, "core_v2")).toContainText("Denied");
    await expect(step(page, "core_v2")).not.toContainText("decides");
    await expect(answer(page)).toBeInViewport();
  });

  test("opens a rulebook by keyboard and sees what each rule saw beside its configuration", async ({ page }) => {
    await openNewest(page, "user-nora");
    const core = step(page, "core_v2");
    await expect(core.getByText("deposits_found")).toBeHidden();
    await core.locator("summary").focus();
    await page.keyboard.press("Enter");
    await expect(core.getByRole("table", { name: "What RuleRecurringDeposits saw" })).toContainText("deposits_found0");
    await expect(core.getByRole("table", { name: "How RuleRecurringDeposits is configured" })).toContainText("min_deposits");
    await page.keyboard.press("Enter");
    await expect(core.getByText("deposits_found")).toBeHidden();
  });

  test("sees where a superseding rulebook ended the evaluation", async ({ page }) => {
    await openNewest(page, "user-wes");
    await expect(step(page, "winback_v1")).toContainText("ended the evaluation");
    await expect(step(page, "core_v2")).toContainText("Not reached");
    const inForce = page.getByRole("region", { name: "Rulebooks in force" });
    await expect(inForce).toContainText("Certain");
    await inForce.getByRole("link", { name: "Configuration" }).click();
    await expect(page).toHaveURL(/\/rulebooks\?at=/);
    await expect(page.getByRole("main")).toContainText("winback_v1");
  });

  test("finds a stored outcome that its results do not give", async ({ page }) => {
    await openNewest(page, "user-quin");
    const floats = page.getByRole("region", { name: "Float", exact: true });
    await expect(floats.getByRole("row", { name: /the outcome/ })).toContainText(/approved\s*denied/);
  });

  test("pins a disputed evaluation with a reason", async ({ page }) => {
    await openNewest(page, "user-emil");
    await page.getByLabel("Reason").fill("disputed in ticket 4711");
    await page.getByRole("button", { name: "Pin this evaluation" }).click();
    await expect(page.getByRole("region", { name: "Kept" })).toContainText("disputed in ticket 4711");
    await expect(page.getByRole("button", { name: "Pin this evaluation" })).toHaveCount(0);
    await page.goto("/users/user-emil/evaluations");
    await expect(page.getByText("Kept, pinned")).toHaveCount(1);
  });

  test("compares with the previous one, only what differs or everything", async ({ page }) => {
    await openNewest(page, "user-lily");
    await page.getByRole("link", { name: "Compare with the previous one" }).click();
    const table = page.getByRole("region", { name: "Both evaluations, line by line" });
    await expect(table.getByRole("row", { name: /^created/ })).toBeVisible();
    await expect(table.getByRole("row", { name: /^approved/ })).toHaveCount(0);
    await page.getByRole("link", { name: "Show everything" }).click();
    await expect(table.getByRole("row", { name: /^approved/ }).first()).toBeVisible();
    await page.reload();
    await expect(table.getByRole("row", { name: /^approved/ }).first()).toBeVisible();
  });

  test("prints an evaluation with every rulebook open", async ({ page }) => {
    await openNewest(page, "user-nora");
    await page.emulateMedia({ media: "print" });
    await expect(step(page, "core_v2").getByText("deposits_found")).toBeVisible();
    await expect(page.getByRole("banner")).toBeHidden();
    const width = await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    expect(width).toBe(true);
  });
});

test("j and k go through the list, the whole row opens, and ticking two compares them", async ({ page }) => {
  await open(page, "/users/user-kai/evaluations");
  const rows = page.getByRole("region", { name: "Evaluations, newest first" }).getByRole("row");
  const links = rows.getByRole("link");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await expect(links.nth(1)).toBeFocused();
  await page.keyboard.press("k");
  await expect(links.nth(0)).toBeFocused();
  for (const row of [1, 2]) await rows.nth(row).getByRole("checkbox").click();
  await page.getByRole("button", { name: "Compare the two ticked" }).click();
  await expect(page).toHaveURL(/compare=/);
  await page.goBack();
  const href = await links.nth(0).getAttribute("href");
  await rows.nth(1).getByRole("cell").last().click({ force: true });
  await expect(page).toHaveURL(href!);
});

test("the list is filtered by its address, and each filter can be removed", async ({ page }) => {
  await open(page, "/users/user-kai/evaluations");
  await page.getByLabel("Account").fill("account-1");
  await page.getByLabel("Decision", { exact: true }).selectOption("approved");
  await page.getByRole("button", { name: "Filter" }).click();
  await expect(page).toHaveURL(/account=account-1/);
  const rows = page.getByRole("region", { name: "Evaluations, newest first" }).getByRole("row");
  await expect(rows.filter({ hasText: "account-10" })).toHaveCount(0);
  await expect(rows.filter({ hasText: "account-1" }).first()).toBeVisible();
  await page.getByRole("link", { name: "Remove the filter account account-1" }).click();
  await expect(rows.filter({ hasText: "account-10" }).first()).toBeVisible();
  await expect(page).not.toHaveURL(/account=/);
  await expect(page).toHaveURL(/outcome=approved/);
});

test("a list is downloaded as it is filtered", async ({ page }) => {
  await open(page, "/users/user-kai/evaluations?account=account-10");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "CSV" }).click();
  const file = await (await download).createReadStream();
  let text = "";
  for await (const chunk of file) text += chunk;
  const lines = text.trim().split("\n");
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.slice(1).every((line) => line.includes(",account-10,"))).toBe(true);
});

test("a repayment is seen at a glance, with each attempt in words", async ({ page }) => {
  await open(page, "/users/user-hugo");
  await page.getByRole("link", { name: "Floats", exact: true }).click();
  const float = page.getByRole("region", { name: /^Float of \$30/ });
  await expect(float.getByRole("list")).toContainText(/Taken.*Due.*returned by the bank.*given up as defaulted/s);
  await expect(float.getByRole("row", { name: /DEFAULTED/ })).toBeVisible();
});

test.describe("Without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the waterfall opens, and two ticked evaluations are compared", async ({ page }) => {
    await page.goto("/users/user-nora/evaluations");
    const boxes = page.getByRole("checkbox");
    await boxes.nth(0).check();
    await boxes.nth(1).check();
    await page.getByRole("button", { name: "Compare the two ticked" }).click();
    await expect(page).toHaveURL(/evaluations\/\d+_[^?]+\?compare=\d+_/);
    await expect(page.getByRole("region", { name: "Comparison" })).toContainText("Only what differs");
    await page.goBack();
    await page.getByRole("link", { name: MOMENT }).first().click();
    await step(page, "core_v2").locator("summary").click();
    await expect(step(page, "core_v2").getByText("deposits_found")).toBeVisible();
  });
});
