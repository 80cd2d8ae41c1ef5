// Temporary profiles as people make, move and end them. Any id is a user, so each test has its own.
import type { Locator, Page } from "@playwright/test";
import { expect, open, signedInAs, test } from "../support/test.ts";

const list = (user: string) => `/users/${user}/temporary-profiles`;
const panel = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const standing = (page: Page) => panel(page, "In force and stored").getByRole("listitem");
const preview = (page: Page) => panel(page, "What will happen");

/** Goes on with the Tab key until the wanted element has the focus. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  for (let step = 0; step < 80; step += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("the Tab key does not lead there");
}

/** These tests' own users have no record. */
async function confirmId(page: Page): Promise<void> {
  await page.getByRole("checkbox", { name: "No record of this ID" }).check();
}

async function fill(page: Page, end: string, reason: string): Promise<void> {
  await page.getByRole("checkbox", { name: "$30 fee" }).check();
  await page.getByLabel("End", { exact: true }).fill(end);
  await page.getByLabel("Reason", { exact: true }).fill(reason);
}

test("one is scheduled, extended and cancelled with the keyboard alone", async ({ page }) => {
  await open(page, list("e2e-keyboard"));
  const link = page.getByRole("link", { name: "Schedule a temporary profile" });
  await tabTo(page, link);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Schedule a temporary profile" })).toBeVisible();
  await tabTo(page, page.getByRole("checkbox", { name: "$30 fee" }));
  await page.keyboard.press("Space");
  await tabTo(page, page.getByLabel("End", { exact: true }));
  await page.keyboard.type("in 2 weeks");
  await page.keyboard.press("Tab");
  await page.keyboard.type("$30 for 2 weeks");
  await expect(preview(page)).toContainText("floats of $10, $20 and $30, no loans. Without it: floats of $10 and $20, no loans.");
  await expect(preview(page)).toContainText("After that: floats of $10 and $20, no loans.");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/preview=1/);
  await tabTo(page, page.getByRole("checkbox", { name: "No record of this ID" }));
  await page.keyboard.press("Space");
  await tabTo(page, page.getByRole("button", { name: "Put it into force now" }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(list("e2e-keyboard"));
  await expect(standing(page)).toContainText(["In effect"]);

  await tabTo(page, page.getByRole("link", { name: "Extend or shorten" }));
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByLabel("New end"));
  await page.keyboard.type("in 3 weeks");
  await page.keyboard.press("Tab");
  await page.keyboard.type("asked for more");
  await expect(preview(page)).toContainText("ends later");
  await tabTo(page, page.getByRole("button", { name: "Preview" }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/preview=1/);
  await tabTo(page, page.getByRole("button", { name: "Save the new end" }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(list("e2e-keyboard"));
  await expect(standing(page)).toContainText(["in 21 days"]);

  await tabTo(page, page.getByText("Cancel it now"));
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("textbox", { name: "Reason" }));
  await page.keyboard.type("wrong customer");
  await page.keyboard.press("Enter");
  await expect(panel(page, "In force and stored")).toContainText("None: the regular profile counts.");
  await expect(panel(page, "Ended")).toContainText("cancelled by sam-support: wrong customer");
});

test("a double click, and going back and saving again, have one effect", async ({ page, watch }) => {
  watch.allow(/status of 400/);
  await open(page, `${list("e2e-twice")}/new`);
  await fill(page, "in 2 weeks", "Spring");
  await confirmId(page);
  await page.getByRole("button", { name: "Put it into force now" }).dblclick();
  await expect(page).toHaveURL(list("e2e-twice"));
  await expect(standing(page)).toHaveCount(1);
  await page.goBack();
  await fill(page, "in 2 weeks", "Spring");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByRole("alert")).toContainText("Agree to replace it");
  await expect(page.getByLabel("Reason", { exact: true })).toHaveValue("Spring");
  await open(page, list("e2e-twice"));
  await expect(standing(page)).toHaveCount(1);
});

test("what is wrong is said at its field before anything is sent, and nothing typed is lost", async ({ page }) => {
  await open(page, `${list("e2e-wrong")}/new`);
  await page.getByLabel("Start").fill("2020-01-01");
  await page.getByLabel("End", { exact: true }).fill("whenever");
  await page.getByRole("button", { name: "Preview" }).click();
  const summary = page.getByRole("alert");
  await expect(summary).toBeFocused();
  await expect(summary.getByRole("listitem")).toHaveCount(3);
  await expect(page.getByLabel("Start")).toHaveAccessibleDescription(/1 Jan 2020, 00:00 UTC has passed/);
  await expect(page.getByLabel("Reason", { exact: true })).toHaveAccessibleDescription(/Give a reason/);
  await expect(page.getByLabel("End", { exact: true })).toHaveValue("whenever");
  await page.getByLabel("Start").fill("");
  await page.getByLabel("End", { exact: true }).fill("2099-01-01 12:00 EST");
  await expect(page.getByLabel("End", { exact: true })).toHaveAccessibleDescription(/1 Jan 2099, 17:00 UTC is more than a year away/);
  await expect(preview(page)).toBeHidden();
});

test("a start is planned, changed and cancelled", async ({ page }) => {
  await open(page, `${list("e2e-plan")}/new`);
  await page.getByLabel("Start").fill("in 3 days");
  await fill(page, "for 2 weeks", "Spring");
  await expect(preview(page)).toContainText("Until then nothing changes");
  await confirmId(page);
  await page.getByRole("button", { name: "Schedule it" }).click();
  await expect(page).toHaveURL(list("e2e-plan"));
  const planned = panel(page, "Scheduled").getByRole("listitem");
  await expect(planned).toContainText(["in 3 days"]);
  await page.getByRole("link", { name: "Change" }).click();
  await page.getByLabel("Reason", { exact: true }).fill("Spring, a little later");
  await page.getByLabel("Start").fill("in 5 days");
  await confirmId(page);
  await page.getByRole("button", { name: "Save the change" }).click();
  await expect(page).toHaveURL(list("e2e-plan"));
  await expect(planned).toContainText(["Spring, a little later"]);
  await page.getByText("Cancel it", { exact: true }).click();
  await page.getByRole("textbox", { name: "Reason" }).fill("not any more");
  await page.getByRole("button", { name: "Cancel the planned start" }).click();
  await expect(planned).toContainText(["Cancelled before its time"]);
});

test.describe("Without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the form says what is wrong, then what will happen, then saves", async ({ page }) => {
    await page.goto(list("e2e-plain"));
    await page.getByRole("link", { name: "Schedule a temporary profile" }).click();
    await page.getByRole("checkbox", { name: "$30 fee" }).check();
    await page.getByLabel("End", { exact: true }).fill("in 2 weeks");
    await page.getByRole("button", { name: "Preview" }).click();
    await expect(page.getByRole("alert")).toContainText("Give a reason");
    await expect(page.getByLabel("End", { exact: true })).toHaveValue("in 2 weeks");
    await expect(page.getByRole("checkbox", { name: "$30 fee" })).toBeChecked();
    await page.getByLabel("Reason", { exact: true }).fill("Spring");
    await page.getByRole("button", { name: "Preview" }).click();
    await expect(preview(page)).toContainText("floats of $10, $20 and $30");
    await confirmId(page);
    await page.getByRole("button", { name: "Put it into force now" }).click();
    await expect(page).toHaveURL(list("e2e-plain"));
    await expect(standing(page)).toContainText(["Spring"]);
    await page.getByText("Cancel it now").click();
    await page.getByRole("textbox", { name: "Reason" }).fill("over");
    await page.getByRole("button", { name: "Cancel the temporary profile" }).click();
    await expect(panel(page, "Ended")).toContainText("cancelled by sam-support: over");
  });
});

test.describe("Of two admins with the same form", () => {
  test.use(signedInAs("admin"));

  test("the second sees what the first changed and keeps what was typed", async ({ page, context, watch }) => {
    watch.allow(/status of 409/);
    const form = "/users/e2e-version/new-version";
    const other = await context.newPage();
    await open(page, form);
    await open(other, form);
    const write = async (tab: Page, tier: string, reason: string) => {
      await tab.getByRole("checkbox", { name: `${tier} fee` }).check();
      await tab.getByLabel("Reason", { exact: true }).fill(reason);
      await confirmId(tab);
      await tab.getByRole("button", { name: "Write the new version" }).click();
    };
    await write(other, "$30", "rank 3");
    await expect(other).toHaveURL("/users/e2e-version");
    await write(page, "$40", "rank 4");
    await expect(page.getByRole("alert")).toContainText("ada-admin");
    await expect(panel(page, "Changed meanwhile")).toContainText("$30 float switched on");
    await expect(page.getByLabel("Reason", { exact: true })).toHaveValue("rank 4");
    await expect(page.getByRole("checkbox", { name: "$40 fee" })).toBeChecked();
    await page.getByRole("checkbox", { name: "$30 fee" }).check();
    await page.getByRole("button", { name: "Write the new version" }).click();
    await expect(page).toHaveURL("/users/e2e-version");
    await expect(page.getByRole("region", { name: "Floats", exact: true })).toContainText("rank 4");
  });
});
