import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, open, signedInAs, test } from "../support/test.ts";

/** Fills in the form for a new campaign, which has to be open. */
async function fill(page: Page, name: string, list: string, ends = "in 2 weeks"): Promise<void> {
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("User IDs").fill(list);
  await page.getByLabel("Raise to at least").check();
  await page.getByLabel("Amount to raise or limit to").selectOption("30");
  await page.getByLabel("Ends", { exact: true }).fill(ends);
  await page.getByLabel("Reason", { exact: true }).fill("a test of campaigns");
}

const status = (page: Page) => page.getByRole("main").getByRole("status").filter({ hasText: "users" }).first();
const user = (page: Page, id: string) =>
  page.getByRole("region", { name: "Users of this campaign" }).getByRole("row").filter({ hasText: id });

test.describe("An admin", () => {
  test.use(signedInAs("admin"));

  test("pastes a list, sees before and after, runs it, and takes it back", async ({ page }) => {
    await open(page, "/campaigns");
    await page.getByText("New campaign").click();
    await fill(page, "Flow", "flow-1, user-cleo, user-mia, user-rosa, user-cleo\n\"open");
    await expect(page.getByText("4 user IDs, separated by commas. 1 repeated, 1 not usable.")).toBeVisible();
    await page.getByRole("button", { name: "Check list" }).click();
    await expect(page.getByRole("heading", { name: "Flow" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Start" })).toBeVisible();
    await expect(page.getByText("1 malformed, 1 that repeat an earlier one.")).toBeVisible();
    // A limit of $80 stays; a promotion of $40 would be cut; who was closed stays closed.
    await expect(user(page, "user-cleo")).toContainText("unchanged");
    await expect(user(page, "user-mia")).toContainText("floats to $40, no loans → floats to $30, no loans");
    await expect(user(page, "user-rosa")).toContainText("Closed by risk: repeated disputes");
    await expect(page.getByText("1 can't be included")).toBeVisible();
    await expect(page.getByText("0 of 4 users will get it.")).toBeVisible();
    await page.getByLabel("Include the 1 with no stored data").check();
    await expect(page.getByText("1 of 4 users will get it.")).toBeVisible();
    // Including a group takes a reason.
    await page.getByLabel("Include the 1 in “lowered”").check();
    await page.getByRole("button", { name: "Start" }).click();
    await expect(page.getByLabel("Reason to include lowered users")).toHaveAccessibleDescription(/Give a reason/);
    await page.getByLabel("Include the 1 in “lowered”").uncheck();

    await page.getByRole("button", { name: "Start" }).click();
    await expect(page.getByText("finished", { exact: true })).toBeVisible();
    await expect(user(page, "flow-1")).toContainText("done");
    await expect(user(page, "user-mia")).toContainText("something would be taken away");
    await page.getByRole("link", { name: "left out" }).click();
    await expect(user(page, "flow-1")).toHaveCount(0);
    await page.goto("/users/flow-1");
    await expect(page.getByText("Temporary profile active")).toBeVisible();
    await page.goto("/users/flow-1/timeline?kind=overrides");
    await expect(page.getByText("Started by the campaign “Flow”")).toBeVisible();
    await page.getByText("Started by the campaign “Flow”").click();
    await page.getByRole("link", { name: "Flow" }).click();

    await page.getByLabel("Why you undo it").fill("it was a test");
    await page.getByRole("button", { name: "Undo campaign" }).click();
    // A worker takes it back, a moment later.
    await expect(async () => {
      await page.goto("/users/flow-1");
      await expect(page.getByText("Temporary profile active")).toBeHidden({ timeout: 1_000 });
    }).toPass();
  });

  test("chooses a file, whose ids are seen before they are sent", async ({ page }) => {
    await open(page, "/campaigns");
    await page.getByText("New campaign").click();
    const buffer = Buffer.from("user_id,name\nfile-1,Mia\nfile-2,Ben\n");
    await page.getByLabel("Or from a file").setInputFiles({ name: "users.csv", mimeType: "text/csv", buffer });
    await expect(page.getByText("2 user IDs, from the first column. 2 cells in other columns ignored.")).toBeVisible();
    await expect(page.getByLabel("User IDs")).toHaveValue(/file-1,Mia/);
    const large = Buffer.from("x".repeat(600_000));
    await page.getByLabel("Or from a file").setInputFiles({ name: "large.csv", mimeType: "text/csv", buffer: large });
    await expect(page.getByText("600 KB, and 500 KB are the most")).toBeVisible();
  });

  test("watches a campaign run without losing what stands in a field", async ({ page }) => {
    await open(page, "/campaigns");
    await page.getByText("New campaign").click();
    await fill(page, "Watched", Array.from({ length: 120 }, (_, n) => `watched-${n}`).join("\n"));
    await page.getByRole("button", { name: "Check list" }).click();
    await page.getByLabel("Include the 120 with no stored data").check();
    await page.getByRole("button", { name: "Start" }).click();
    await page.getByLabel("Why you stop it").fill("enough");
    await page.getByRole("button", { name: "Stop campaign" }).click();
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(status(page)).toContainText("120 of 120 users");
    await expect(page.getByText("finished", { exact: true })).toBeVisible();
  });
});

test("what is wrong is said at its field, and nothing typed is lost", async ({ page }) => {
  await open(page, "/campaigns");
  await page.getByText("New campaign").click();
  await fill(page, "", "a\nb", "2020-01-01");
  await page.getByRole("button", { name: "Check list" }).click();
  await expect(page.getByRole("alert")).toContainText("has passed");
  await expect(page.getByLabel("Ends", { exact: true })).toHaveAccessibleDescription(/has passed/);
  await expect(page.getByLabel("Name", { exact: true })).toHaveAccessibleDescription(/Give the campaign a name/);
  await expect(page.getByLabel("User IDs")).toHaveValue("a\nb");
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(violations).toEqual([]);
});

test("a support agent is told that a larger list needs an admin", async ({ page, watch }) => {
  watch.allow(/status of 403/);
  await open(page, "/campaigns");
  await page.getByText("New campaign").click();
  await fill(page, "Too large", Array.from({ length: 101 }, (_, n) => `large-${n}`).join("\n"));
  await page.getByRole("button", { name: "Check list" }).click();
  await expect(page.getByRole("alert")).toContainText("an admin can");
  await expect(page.getByLabel("User IDs")).toHaveValue(/large-100/);
});

test.describe("Without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a campaign is made, checked, started and finished by loading the page again", async ({ page, watch }) => {
    watch.allow(/status of 400/);
    await page.goto("/campaigns");
    await page.getByText("New campaign").click();
    await fill(page, "Plain", "plain-1\nplain-2", "yesterday");
    await page.getByRole("button", { name: "Check list" }).click();
    await expect(page.getByLabel("User IDs")).toHaveValue("plain-1\nplain-2");
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Plain");
    await page.getByLabel("Ends", { exact: true }).fill("in 2 weeks");
    await page.getByRole("button", { name: "Check list" }).click();
    await expect(async () => {
      await page.reload();
      await expect(page.getByRole("button", { name: "Start" })).toBeVisible({ timeout: 500 });
    }).toPass();
    await page.getByLabel("Include the 2 with no stored data").check();
    await page.getByRole("button", { name: "Start" }).click();
    await expect(async () => {
      await page.reload();
      await expect(page.getByText("finished", { exact: true })).toBeVisible({ timeout: 500 });
    }).toPass();
    await expect(user(page, "plain-2")).toContainText("done");
  });
});

test.describe("An analyst", () => {
  test.use(signedInAs("analyst"));
  test("reads campaigns, and sees why none can be made or run", async ({ page }) => {
    await open(page, "/campaigns");
    await expect(page.getByText("a support agent or an admin can")).toBeVisible();
    await page.getByRole("link", { name: "Holiday limit increase" }).click();
    await expect(page.getByRole("button", { name: "Start" })).toBeDisabled();
  });
});

test("the calendar leads to what is planned, and knows of no end for what never began", async ({ page }) => {
  await open(page, "/calendar");
  await expect(page.getByRole("link", { name: "Goodwill after the outage" })).toHaveCount(0);
  await page.getByRole("link", { name: "user-piet" }).first().click();
  await expect(page).toHaveURL("/users/user-piet/temporary-profiles");
  await expect(page.getByText("Spring promotion").first()).toBeVisible();
});
