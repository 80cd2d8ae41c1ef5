// What an analyst does with all decisions: look through the ledger, ask rates, try another configuration.
import { expect, open, signedInAs, test } from "../support/test.ts";

test.use(signedInAs("analyst"));

const decisions = "Decisions, newest first";

test("yesterday's denials by one rulebook are two fields and a key away, and an address to send", async ({ page }) => {
  await open(page, "/evaluations");
  await page.getByLabel("Decision", { exact: true }).selectOption("denied");
  await page.getByLabel("Deciding rulebook").fill("core_v2");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/outcome=denied.*rulebook=core_v2/);
  const rows = page.getByRole("region", { name: decisions }).getByRole("row");
  await expect(rows.nth(1)).toContainText("core_v2");
  await expect(page.getByText(/float evaluations?: [\d,]+ denied/)).toBeVisible();
  await page.getByRole("link", { name: "Remove the filter rulebook core_v2" }).click();
  await expect(page).toHaveURL(/\/evaluations\?outcome=denied$/);
  await page.goBack();
  await expect(page).toHaveURL(/rulebook=core_v2/);
});

test("a line leads to its drill-down, and the next page goes on behind the last line", async ({ page }) => {
  await open(page, "/evaluations");
  const lines = page.getByRole("region", { name: decisions }).getByRole("rowheader");
  const last = await lines.last().textContent();
  await page.getByRole("link", { name: "Older decisions" }).click();
  await expect(page).toHaveURL(/after=/);
  await expect(lines.first()).not.toHaveText(last!);
  await lines.first().getByRole("link").click();
  await expect(page).toHaveURL(/\/users\/.+\/evaluations\/.+/);
  await expect(page.getByRole("region", { name: "The answer" })).toBeVisible();
});

test("columns are chosen, and stay in the address", async ({ page }) => {
  await open(page, "/evaluations");
  await page.getByText("More filters, and the columns").click();
  await page.getByRole("checkbox", { name: "Account" }).check();
  await page.getByRole("checkbox", { name: "Status" }).uncheck();
  await page.getByRole("button", { name: "Filter" }).click();
  await expect(page).toHaveURL(/column=account/);
  const heads = page.getByRole("region", { name: decisions }).getByRole("columnheader");
  await expect(heads).toHaveText(["When", "User", "Float", "Loan", "Decided by", "Account"]);
});

test("a view is saved, opened by one click, and forgotten", async ({ page }) => {
  await open(page, "/evaluations?outcome=denied&product=loan");
  await page.getByText("Save this view").click();
  await page.getByLabel("Name", { exact: true }).fill("Denied loans");
  await page.keyboard.press("Enter");
  const own = page.getByRole("navigation", { name: "Your views" });
  await expect(own.getByRole("link", { name: "Denied loans" })).toBeVisible();
  await open(page, "/evaluations");
  await own.getByRole("link", { name: "Denied loans" }).click();
  await expect(page).toHaveURL(/outcome=denied/);
  await expect(own.getByRole("link", { name: "Denied loans" })).toHaveAttribute("aria-current", "true");
  await page.getByText("Save this view").click();
  await page.getByRole("button", { name: "Forget the view Denied loans" }).click();
  await expect(own).toHaveCount(0);
});

test("a point of the rates is read out by keyboard, and a change has its before and after", async ({ page }) => {
  await open(page, "/rates");
  const slider = page.getByRole("slider", { name: "Point to read out" });
  const before = await slider.getAttribute("aria-valuetext");
  await slider.focus();
  await page.keyboard.press("ArrowLeft");
  await expect(slider).not.toHaveAttribute("aria-valuetext", before!);
  await page.getByRole("link", { name: /^Before and after the change/ }).first().click();
  await expect(page.getByRole("region", { name: "Before and after", exact: true })).toContainText("95 % interval");
});

test("what a dropped rulebook would have changed is worked out to the end", async ({ page }) => {
  await open(page, "/what-if");
  await page.getByLabel("Drop of core_v2").check();
  await page.getByRole("button", { name: "Work it out" }).click();
  await expect(page).toHaveURL(/drop\.core_v2=yes/);
  await expect(page.getByText(/Worked out [\d,]+ evaluations from .*, all that the ledger has/)).toBeVisible();
  await expect(page.getByText("Tried: core_v2: dropped", { exact: false })).toBeVisible();
  await expect(page.getByRole("heading", { name: "What this cannot know" })).toBeVisible();
});

test("a what-if that is stopped says so, and leaves what was worked out", async ({ page }) => {
  // Never answered, so that there is something to stop.
  await page.route(/\/what-if\/run/, () => {});
  await open(page, "/what-if?days=14&drop.core_v2=yes&run=1");
  const said = page.getByRole("status");
  await expect(said.filter({ hasText: "Working out the decisions again." })).toHaveCount(1);
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(said.filter({ hasText: "Stopped." })).toHaveCount(1);
  await expect(page.getByText(/^Stopped: [\d,]+ of [\d,]+ evaluations were worked out/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Stop" })).toBeDisabled();
});
