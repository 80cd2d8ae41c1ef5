import type { Page } from "@playwright/test";
import { expect, open, signedInAs, test } from "../support/test.ts";

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const lastDay = (page: Page) => page.getByLabel("Last day", { exact: true });
const note = (page: Page) => page.getByLabel("Why the check is to be skipped");
const history = (page: Page) => page.getByRole("region", { name: "History of the bypass" }).getByRole("row");

/** These tests' own users have no record until they have a bypass. */
async function confirmId(page: Page): Promise<void> {
  await page.getByRole("checkbox", { name: "No record of this ID" }).check();
}

test("a support agent grants a bypass, changes it and removes it, and sees all three", async ({ page }) => {
  await open(page, "/users/bypass-flow/bypass");
  await expect(page.getByText("No bypass")).toBeVisible();
  await lastDay(page).fill(day(5));
  await note(page).fill("bank outage, ticket 1");
  await confirmId(page);
  await page.getByRole("button", { name: "Grant the bypass" }).click();
  await expect(page.getByText("Bypass active")).toBeVisible();
  await expect(history(page)).toHaveCount(2);

  await lastDay(page).fill(day(9));
  await page.getByLabel("Why you change it").fill("the outage goes on");
  await page.getByRole("button", { name: "Save the change" }).click();
  await expect(history(page)).toHaveCount(3);
  await expect(history(page).nth(1)).toContainText("the outage goes on");
  await expect(page.getByLabel("Why you change it")).toHaveValue("");

  await page.getByLabel("Why you remove it").fill("the bank is back");
  await page.getByRole("button", { name: "Remove the bypass" }).click();
  await expect(page.getByText("No bypass")).toBeVisible();
  await expect(history(page)).toHaveCount(4);
  await expect(page.getByText("Unconfirmed")).toHaveCount(0);
});

test("what is wrong is said at its field before anything is sent, and nothing typed is lost", async ({ page }) => {
  await open(page, "/users/bypass-faults/bypass");
  let sent = 0;
  page.on("request", (request) => (sent += Number(request.url().includes("save_bypass"))));
  await lastDay(page).fill(day(-2));
  await note(page).fill("bank outage");
  await confirmId(page);
  await page.getByRole("button", { name: "Grant the bypass" }).click();
  await expect(page.getByRole("alert")).toContainText("is past");
  await expect(page.getByRole("alert")).toBeFocused();
  await expect(lastDay(page)).toHaveAccessibleDescription(/is past/);
  await expect(note(page)).toHaveValue("bank outage");
  expect(sent).toBe(0);
});

test("who comes second is told what there is now, keeps what they typed, and can then save it", async ({ page, context, watch }) => {
  watch.allow(/status of 409/);
  const other = await context.newPage();
  await open(page, "/users/bypass-race-e2e/bypass");
  await open(other, "/users/bypass-race-e2e/bypass");
  await lastDay(other).fill(day(5));
  await note(other).fill("granted by the other one");
  await confirmId(other);
  await other.getByRole("button", { name: "Grant the bypass" }).click();
  await expect(other.getByText("Bypass active")).toBeVisible();

  await lastDay(page).fill(day(20));
  await note(page).fill("mine");
  await confirmId(page);
  await page.getByRole("button", { name: "Grant the bypass" }).click();
  await expect(page.getByRole("alert")).toContainText("granted by the other one");
  await expect(lastDay(page)).toHaveValue(day(20));
  await expect(note(page)).toHaveValue("mine");

  await page.getByLabel("Why you change it").fill("longer");
  await page.getByRole("button", { name: "Save the change" }).click();
  await expect(history(page)).toHaveCount(3);
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test.describe("Without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test("a bypass is granted, and a refusal brings back what was typed", async ({ page, watch }) => {
    watch.allow(/status of 400/);
    await page.goto("/users/bypass-plain/bypass");
    await lastDay(page).fill(day(-2));
    await note(page).fill("bank outage");
    await confirmId(page);
    await page.getByRole("button", { name: "Grant the bypass" }).click();
    await expect(page.getByText("is past").first()).toBeVisible();
    await expect(lastDay(page)).toHaveValue(day(-2));
    await expect(note(page)).toHaveValue("bank outage");
    await lastDay(page).fill(day(2));
    await confirmId(page);
    await page.getByRole("button", { name: "Grant the bypass" }).click();
    await expect(page.getByText("Bypass active")).toBeVisible();
    await expect(history(page)).toHaveCount(2);
  });
});

test.describe("An analyst", () => {
  test.use(signedInAs("analyst"));
  test("sees the bypass, and why it cannot be changed", async ({ page }) => {
    await open(page, "/users/user-bea/bypass");
    await expect(page.getByText("Bypass active")).toBeVisible();
    await expect(page.getByRole("button", { name: "Change the bypass" })).toBeDisabled();
    await expect(page.getByText("a support agent or an admin can")).toBeVisible();
  });
});
