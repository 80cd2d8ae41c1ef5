// Nothing typed into the form of a rulebook is lost, and nothing of it turns up where it does not belong.
import type { Page } from "@playwright/test";
import { expect, hydrated, open, test } from "../support/test.ts";

test.use({ role: "admin" });

const FORM = "/rulebooks/stringent_v1/edit";
const takeUp = (page: Page) => page.getByRole("button", { name: "Take it up again" });

async function draft(page: Page, priority: string): Promise<string> {
  await open(page, FORM);
  await page.getByLabel("Priority").fill(priority);
  await page.getByRole("button", { name: "Preview the change" }).click();
  await expect(page).toHaveURL(/\/proposals\//);
  return page.url();
}

test("the fields wait until the page has come to life, so that nothing typed is overwritten", async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/*.wasm", async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(FORM, { waitUntil: "domcontentloaded" });
  const fields = page.locator(".structured");
  await expect(fields).toHaveAttribute("inert", /.*/);
  release();
  await hydrated(page);
  await expect(fields).not.toHaveAttribute("inert", /.*/);
  await page.getByLabel("Priority").fill("91");
  await expect(page.getByLabel("Priority")).toHaveValue("91");
});

test("JSON that was refused is kept as it was typed", async ({ page }) => {
  await open(page, FORM);
  await page.getByText("As JSON", { exact: true }).click();
  const json = page.getByLabel("The rulebook as JSON");
  await json.fill("{ half of a rulebook");
  await json.blur();
  await expect(page.getByText("cannot be read: put it right there")).toBeVisible();
  await open(page, "/rulebooks");
  await open(page, FORM);
  await takeUp(page).click();
  await expect(json).toHaveValue("{ half of a rulebook");
  await expect(page.getByText("cannot be read: put it right there")).toBeVisible();
});

test("an unsent edit of a proposal is offered there, and not in the form of its rulebook", async ({ page }) => {
  await draft(page, "92");
  await page.getByRole("link", { name: /^Edit/ }).first().click();
  await expect(page).toHaveURL(/\?proposal=/);
  const form = page.url();
  await page.getByLabel("Priority").fill("93");
  await open(page, FORM);
  await expect(page.getByLabel("Priority")).not.toHaveValue("93");
  await expect(takeUp(page)).toHaveCount(0);
  await open(page, form);
  await takeUp(page).click();
  await expect(page.getByLabel("Priority")).toHaveValue("93");
});

test("what was chosen between theirs and mine is still chosen after the page was left", async ({ page }) => {
  const mine = await draft(page, "94");
  await draft(page, "95");
  const publish = page.locator("form").filter({ has: page.getByRole("button", { name: "Publish now" }) });
  await publish.getByLabel("Reason").fill("the other one");
  await publish.getByRole("button", { name: "Publish now" }).click();
  await expect(page).toHaveURL(/\/history\//);
  await open(page, mine);
  const choice = page.getByRole("region", { name: "Changed meanwhile" }).getByRole("radio", { name: "mine" });
  await choice.check();
  await open(page, "/proposals");
  await open(page, mine);
  await expect(choice).toBeChecked();
});
