// A user's items as they are stored: opened, read, copied, followed to the end of a long list.
import { expect, open, signedInAs, test } from "../support/test.ts";

test.use(signedInAs("analyst"));

test("an item opens with its types, and is copied as DynamoDB writes it", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, "/users/user-12345");
  await page.getByRole("navigation", { name: "Pages of this user" }).getByRole("link", { name: "Raw" }).click();
  await expect(page).toHaveURL("/users/user-12345/raw");
  const key = "PROFILE#2024-02-10T14:30:00Z";
  await page.locator("summary").getByText(key, { exact: true }).click();
  const attributes = page.getByRole("table", { name: `Attributes of ${key}` });
  await expect(attributes.getByRole("row", { name: /^is_float_enabled/ })).toContainText("BOOL");
  await page.getByRole("button", { name: `Copy ${key} as JSON` }).click();
  const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
  expect(copied.SK).toEqual({ S: key });
  expect(copied.is_float_enabled).toEqual({ BOOL: true });
  expect(copied.floats.L[0].M.amount).toEqual({ N: "1000" });
});

test("a list that is longer than a page goes on behind its link", async ({ page }) => {
  await open(page, "/users/user-hana/raw");
  const more = page.getByRole("link", { name: "More profiles, evaluations, rule outcomes" });
  await more.click();
  await expect(page).toHaveURL(/raw\?list=underwriting&after=/);
  await expect(page.getByRole("heading", { level: 2 })).toHaveText("underwriting");
  await page.getByRole("link", { name: "All lists" }).click();
  await expect(page).toHaveURL("/users/user-hana/raw");
});
