import { expect, open, test } from "../support/test.ts";

test("versions open as a diff, tier by tier", async ({ page }) => {
  await open(page, "/users/user-cleo");
  await page.getByRole("link", { name: "Timeline", exact: true }).click();
  await page.getByRole("navigation", { name: "Kinds of events" }).getByRole("link", { name: "Profile versions" }).click();
  await expect(page).toHaveURL("/users/user-cleo/timeline?kind=versions");
  const versions = page.locator(".entry");
  await expect(versions).toHaveCount(4);
  await expect(versions.first()).toContainText("$80 float switched on");
  await versions.first().locator("summary").click();
  const changed = versions.first().locator(".diff-row").filter({ hasText: "$80 float" });
  await expect(changed.getByRole("deletion")).toHaveText("− off");
  await expect(changed.getByRole("insertion")).toHaveText("+ on");
});

test("what is older is added below, down to the beginning", async ({ page }) => {
  await open(page, "/users/user-max/timeline?kind=versions");
  await expect(page.locator(".entry")).toHaveCount(25);
  await page.getByRole("link", { name: "Older" }).click();
  await expect(page.locator(".entry")).toHaveCount(30);
  await expect(page.getByText("This is the beginning of what is stored.")).toBeVisible();
  await expect(page).toHaveURL("/users/user-max/timeline?kind=versions");
});

test("the Presidents' Day promotion was in force in February 2024", async ({ page }) => {
  await open(page, "/users/user-12345/timeline?at=2024-02-15T00:00:00Z");
  const then = page.getByRole("region", { name: "Profile at 15 Feb 2024, 00:00 UTC" });
  await expect(then).toContainText("promotional_campaign_presidents_day");
  await expect(then.getByRole("columnheader", { name: "In the profile" }).first()).toBeVisible();
  await expect(then.getByRole("columnheader", { name: "Available now" })).toHaveCount(0);
  await expect(then.getByRole("row", { name: "$40 tier" }).getByRole("cell").first()).toHaveText("On");
});

test("the slider goes from version to version, by keyboard too", async ({ page }) => {
  await open(page, "/users/user-cleo/timeline?kind=versions");
  await page.locator(".entry summary").first().click();
  await page.getByRole("link", { name: "The profile at that moment" }).first().click();
  const row = (amount: string) => page.getByRole("row", { name: `${amount} tier` }).getByRole("cell").first();
  await expect(row("$80")).toHaveText("On");
  const slider = page.getByRole("slider");
  await slider.focus();
  await page.keyboard.press("ArrowLeft");
  await expect(row("$80")).toHaveText("Off");
  await expect(row("$50")).toHaveText("On");
});

test("j and k go through the events, and Enter opens one", async ({ page }) => {
  await open(page, "/users/user-cleo/timeline?kind=versions");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(page.locator(".entry").nth(1).locator(".diff-row").first()).toBeVisible();
});
