import type { Page } from "@playwright/test";
import { Overview } from "../support/overview.ts";
import { demoPeople, expect, hydrated, open, test } from "../support/test.ts";

const searchBox = (page: Page) => page.getByRole("banner").getByRole("searchbox", { name: "Any id" });

test.describe("By keyboard", () => {
  for (const key of ["/", "Control+k"]) {
    test(`${key} goes to the search box, and Enter to the user`, async ({ page }) => {
      await open(page, "/users/user-ada");
      await page.keyboard.press(key);
      await expect(searchBox(page)).toBeFocused();
      await expect(searchBox(page)).toHaveValue("");
      await page.keyboard.type("user-12345");
      await page.keyboard.press("Enter");
      await expect(page.getByRole("heading", { name: "user-12345" })).toBeVisible();
      await expect(page).toHaveURL("/users/user-12345");
    });
  }

  test("a slash inside an id is typed, not taken as a shortcut", async ({ page }) => {
    await open(page, "/");
    await page.getByRole("main").getByRole("searchbox").focus();
    await page.keyboard.type("odd/slash");
    await expect(page.getByRole("main").getByRole("searchbox")).toHaveValue("odd/slash");
  });

  test("the first Tab offers to skip to the content", async ({ page }) => {
    await open(page, "/users/user-12345");
    await page.keyboard.press("Tab");
    const skip = page.getByRole("link", { name: "Skip to the content" });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main")).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Copy the user id" })).toBeFocused();
  });

  test("Tab goes through the frame in reading order", async ({ page }) => {
    await open(page, "/users/user-12345");
    const banner = page.getByRole("banner");
    const stops = [
      page.getByRole("link", { name: "Skip to the content" }),
      banner.getByRole("link", { name: "Float Desk" }),
      searchBox(page),
      banner.getByRole("button", { name: "Dark theme" }),
      banner.locator("summary"),
      banner.getByRole("button", { name: "Sign out" }),
      ...(await page.getByRole("navigation", { name: "Main" }).getByRole("link").all()),
      page.getByRole("button", { name: "Copy the user id" }),
    ];
    for (const stop of stops) {
      await page.keyboard.press("Tab");
      await expect(stop).toBeFocused();
    }
  });
});

test.describe("Themes", () => {
  const ground = (page: Page) =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const LIGHT = "rgb(246, 247, 248)";
  const DARK = "rgb(16, 18, 20)";

  test("the dark theme comes without a reload, and stays", async ({ page }) => {
    await open(page, "/users/user-12345");
    await page.evaluate(() => document.body.setAttribute("data-not-reloaded", ""));
    await page.getByRole("button", { name: "Dark theme" }).click();
    await expect.poll(() => ground(page)).toBe(DARK);
    const light = page.getByRole("button", { name: "Light theme" });
    await expect(light).toBeVisible();
    expect(await page.evaluate(() => document.body.hasAttribute("data-not-reloaded"))).toBe(true);
    await expect(page).toHaveURL("/users/user-12345");
    await expect.poll(async () => (await page.context().cookies()).some(({ name }) => name === "theme")).toBe(true);
    await page.reload();
    expect(await ground(page)).toBe(DARK);
    await hydrated(page);
    await light.click();
    await expect.poll(() => ground(page)).toBe(LIGHT);
  });

  test("whoever chose nothing gets the system's theme", async ({ page }) => {
    await page.emulateMedia({ colorScheme: "dark" });
    await open(page, "/");
    expect(await ground(page)).toBe(DARK);
    await expect(page.getByRole("button", { name: "Light theme" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Dark theme" })).toBeHidden();
    await page.emulateMedia({ colorScheme: "light" });
    expect(await ground(page)).toBe(LIGHT);
  });
});

test.describe("Going from page to page", () => {
  test("a click shows the user without a reload, and back shows the list again", async ({ page }) => {
    await open(page, "/");
    await expect(page).toHaveTitle("Users · Float Desk");
    await page.evaluate(() => document.body.setAttribute("data-not-reloaded", ""));
    await demoPeople(page).getByRole("link", { name: "user-mia" }).click();
    await expect(page).toHaveURL("/users/user-mia");
    await expect(page).toHaveTitle("user-mia · Float Desk");
    await expect(new Overview(page).sentence).toContainText("up to $40");
    await expect(page.getByRole("main")).toBeFocused();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    await expect(page).toHaveTitle("Users · Float Desk");
    await expect(demoPeople(page).getByRole("link", { name: "user-mia" })).toBeVisible();
    expect(await page.evaluate(() => document.body.hasAttribute("data-not-reloaded"))).toBe(true);
  });

  test("the whole row of the list is clickable", async ({ page }) => {
    await open(page, "/");
    // The link's area lies over the text, which Playwright would otherwise take as in the way.
    await page.getByText("A promotion up to $40 ends tomorrow.").click({ force: true });
    await expect(page).toHaveURL("/users/user-mia");
  });

  test("an unknown address gets a page inside the frame, with a way on", async ({ page, watch }) => {
    watch.allow(/status of 404/);
    expect(await open(page, "/no/such/page")).toBe(404);
    await expect(page).toHaveTitle("Not found · Float Desk");
    await expect(page.getByRole("heading", { name: "There is no such page" })).toBeVisible();
    await expect(searchBox(page)).toBeVisible();
    await page.getByRole("link", { name: "Look up a user" }).click();
    await expect(page.getByRole("heading", { name: "Look up a user" })).toBeVisible();
  });
});
