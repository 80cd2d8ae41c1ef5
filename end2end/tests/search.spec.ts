import type { Page } from "@playwright/test";
import { expect, open, signedInAs, test } from "../support/test.ts";

const box = (page: Page) => page.getByRole("banner").getByRole("searchbox", { name: "Any id" });

async function search(page: Page, typed: string): Promise<void> {
  await box(page).fill(typed);
  await box(page).press("Enter");
}

test("a float id leads to its user's collections", async ({ page }) => {
  await open(page, "/users/user-hana/timeline?kind=floats");
  const float = await page.locator(".entry .id").first().innerText();
  await open(page, "/");
  await search(page, float);
  await expect(page).toHaveURL(/\/users\/user-hana\//);
});

test("a result id is found on its user's page, and from anywhere once the ledger has it", async ({ page }) => {
  await open(page, "/users/user-12345");
  await search(page, "1707574200_550e8400-e29b-41d4");
  await expect(page).toHaveURL(/\/users\/user-12345\/evaluations\//);
  // The demo's indexer needs a moment after the start.
  await expect(async () => {
    await open(page, "/");
    await search(page, "1707574200_550e8400-e29b-41d4");
    await expect(page).toHaveURL(/\/users\/user-12345\/evaluations\//, { timeout: 2_000 });
  }).toPass();
});

test("a result id that is nowhere says where else it can be searched for", async ({ page }) => {
  await open(page, "/");
  await search(page, "1707574200_no-such-check");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Nothing is stored under");
  await expect(page.getByRole("region", { name: "What was tried" })).toContainText("search again from its user's page");
});

test("an id that nothing has can still be opened as a user", async ({ page }) => {
  await open(page, "/");
  await search(page, "never-seen-before");
  const tried = page.getByRole("region", { name: "What was tried" });
  await expect(tried).toContainText("As a user: nothing is stored.");
  await expect(tried).toContainText("your role does not see rulebooks");
  await tried.getByRole("link", { name: "Open it as a user" }).click();
  await expect(page).toHaveURL("/users/never-seen-before");
  await expect(page.getByText("No record of this ID", { exact: true })).toBeVisible();
});

test.describe("for an analyst", () => {
  test.use(signedInAs("analyst"));
  test("a rulebook is found by its id or name, whatever the case", async ({ page }) => {
    await open(page, "/");
    await search(page, "CORE_V2");
    await expect(page).toHaveURL("/rulebooks/core_v2");
    await expect(page.getByRole("main")).toContainText("core_v2");
  });
});

test("whom one opened lately is on the start page and below the box, by keyboard alone", async ({ page }) => {
  await open(page, "/users/user-otto");
  await open(page, "/");
  await expect(page.getByRole("region", { name: "Opened lately" }).getByRole("link", { name: "user-otto" })).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.type("otto");
  const recent = box(page).locator("xpath=ancestor::form").getByRole("link", { name: "user-otto" });
  await expect(recent).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await expect(recent).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(box(page)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/users/user-otto");
  await expect(recent).toBeHidden();
});

test("the palette offers what one may do for the user on the page, and every part, by keyboard", async ({ page }) => {
  await open(page, "/users/user-otto/timeline");
  await page.keyboard.press("Control+k");
  const palette = box(page).locator("xpath=ancestor::form");
  await expect(palette.getByRole("link", { name: "New profile version" }), "only an admin may").toHaveCount(0);
  await expect(palette.getByRole("link", { name: "Rulebooks" })).toHaveCount(0);
  await page.keyboard.type("temp new");
  await expect(palette.getByRole("link")).toHaveText(["New temporary profile"]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/users/user-otto/temporary-profiles/new");
  await page.keyboard.press("/");
  await box(page).fill("calen");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/calendar");
});

test("Esc leaves the box, ? lists the keys, and Esc closes the list", async ({ page }) => {
  await open(page, "/");
  await page.keyboard.press("/");
  await expect(box(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(box(page)).not.toBeFocused();
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keys" });
  await expect(keys).toContainText("search by any id");
  await page.keyboard.press("Escape");
  await expect(keys).toBeHidden();
});

test("j and k go through a list, and Enter opens", async ({ page }) => {
  await open(page, "/");
  const rows = page.getByRole("main").locator(".row-link");
  await page.keyboard.press("j");
  await expect(rows.nth(0)).toBeFocused();
  await page.keyboard.press("j");
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press("k");
  await expect(rows.nth(0)).toBeFocused();
  const id = await rows.nth(0).innerText();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(id);
});

test("letters that are typed into a field are no shortcuts", async ({ page }) => {
  await open(page, "/users/user-ben");
  await page.getByLabel("Write a note").fill("");
  await page.getByLabel("Write a note").pressSequentially("jk?/");
  await expect(page.getByLabel("Write a note")).toHaveValue("jk?/");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
