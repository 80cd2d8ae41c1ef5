import { expect, open, test } from "../support/test.ts";

test("verified income is revealed by asking for it, and not before", async ({ page }) => {
  await open(page, "/users/user-paula/insights");
  const panel = page.getByRole("region", { name: "Income verification" });
  await expect(panel).not.toContainText("Northwind Logistics");
  await panel.getByRole("button", { name: /^Reveal/ }).click();
  await expect(panel).toContainText("Northwind Logistics");
  await expect(panel).toContainText("it is on record that you saw it");
  await page.reload();
  await expect(panel).not.toContainText("Northwind Logistics");
});

test("earlier runs open below the newest one", async ({ page }) => {
  await open(page, "/users/user-petra/insights");
  const panel = page.getByRole("region", { name: "Recurring income and expenses" });
  await expect(panel.getByText("Run", { exact: true })).toBeHidden();
  await panel.getByText("of earlier runs, or expired").click();
  await expect(panel.getByText("Run", { exact: true })).toBeVisible();
});
