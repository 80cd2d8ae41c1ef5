// What somebody filled in survives a session that ended meanwhile, ticks included.
import type { Page } from "@playwright/test";
import { expect, hydrated, open, signedInAs, signIn, test, type Role } from "../support/test.ts";

const tick = (page: Page, name: string) => page.getByRole("checkbox", { name });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const facts = (page: Page) => page.getByRole("region", { name: "Change", exact: true });
const amount = (page: Page) => page.getByLabel("Amount to raise or limit to");

/** Ends the session, sends the form, and signs in again the way that the page then offers. */
async function sendSignedOut(page: Page, button: string, role: Role): Promise<void> {
  const address = page.url();
  await page.context().clearCookies();
  await page.getByRole("button", { name: button }).click();
  const told = page.getByRole("alert").filter({ hasText: "You are not signed in." });
  await told.first().getByRole("link", { name: "Sign in" }).click();
  await signIn(page, role);
  await hydrated(page);
  expect(page.url()).toBe(address);
}

/** These tests' own users have no record. */
async function confirmId(page: Page): Promise<void> {
  await page.getByRole("checkbox", { name: "No record of this ID" }).check();
}

/** Fills in the form for a new campaign that raises each user's limit. */
async function fillCampaign(page: Page, name: string, dollars: string): Promise<void> {
  await field(page, "Name").fill(name);
  await page.getByLabel("User IDs").fill("kept-1\nkept-2");
  await page.getByLabel("Raise to at least").check();
  await amount(page).selectOption(dollars);
  await field(page, "Ends").fill("in 2 weeks");
  await field(page, "Reason").fill("a test of what is kept");
}

test("a note and its pin are as they were, and are gone once it is added", async ({ page, watch }) => {
  watch.allow(/status of (401|500)/);
  await open(page, "/users/kept-note");
  await field(page, "Write a note").fill("Half a note");
  await page.getByLabel("Pin as a warning").check();
  await confirmId(page);
  await sendSignedOut(page, "Add the note", "support");
  await expect(field(page, "Write a note")).toHaveValue("Half a note");
  await expect(page.getByLabel("Pin as a warning")).toBeChecked();
  await confirmId(page);
  await page.getByRole("button", { name: "Add the note" }).click();
  await expect(page.getByRole("region", { name: "Pinned warning" })).toContainText("Half a note");
  await page.reload();
  await hydrated(page);
  await expect(field(page, "Write a note")).toHaveValue("");
  await expect(page.getByLabel("Pin as a warning")).not.toBeChecked();
});

test("a campaign's form is as it was, the change and its amount too", async ({ page, watch }) => {
  watch.allow(/status of (401|500)/);
  await open(page, "/campaigns");
  await page.getByText("New campaign").click();
  await fillCampaign(page, "Kept", "30");
  await sendSignedOut(page, "Check list", "support");
  await expect(field(page, "Name")).toHaveValue("Kept");
  await expect(page.getByLabel("User IDs")).toHaveValue("kept-1\nkept-2");
  await expect(field(page, "Ends")).toHaveValue("in 2 weeks");
  await expect(field(page, "Reason")).toHaveValue("a test of what is kept");
  await expect(page.getByLabel("Raise to at least")).toBeChecked();
  await expect(amount(page)).toHaveValue("30");
  await page.getByRole("button", { name: "Check list" }).click();
  await expect(facts(page)).toContainText("$30");
});

test("two campaigns made in one tab have each its own change", async ({ page }) => {
  await open(page, "/campaigns");
  await page.getByText("New campaign").click();
  await fillCampaign(page, "First of two", "30");
  await page.getByRole("button", { name: "Check list" }).click();
  await expect(page.getByRole("heading", { name: "First of two" })).toBeVisible();
  await expect(facts(page)).toContainText("$30");

  await open(page, "/campaigns");
  await page.getByText("New campaign").click();
  await expect(field(page, "Name")).toHaveValue("");
  await expect(amount(page)).toHaveValue("");
  await fillCampaign(page, "Second of two", "40");
  await page.getByRole("button", { name: "Check list" }).click();
  await expect(page.getByRole("heading", { name: "Second of two" })).toBeVisible();
  await expect(facts(page)).toContainText("$40");
});

test("a temporary profile that was never previewed is as it was filled in", async ({ page, watch }) => {
  watch.allow(/status of (401|500)/);
  await open(page, "/users/kept-override/temporary-profiles/new");
  await tick(page, "$30 fee").check();
  await field(page, "End").fill("in 2 weeks");
  await field(page, "Reason").fill("Spring");
  await confirmId(page);
  await sendSignedOut(page, "Put it into force now", "support");
  await expect(tick(page, "$20 fee")).toBeChecked();
  await expect(tick(page, "$30 fee")).toBeChecked();
  await expect(field(page, "End")).toHaveValue("in 2 weeks");
  await expect(field(page, "Reason")).toHaveValue("Spring");
  // What is shown follows what was put back.
  await expect(page.getByRole("region", { name: "What will happen" })).toContainText("floats of $10, $20 and $30");
  await confirmId(page);
  await page.getByRole("button", { name: "Put it into force now" }).click();
  await expect(page).toHaveURL("/users/kept-override/temporary-profiles");

  await page.getByRole("link", { name: "Extend or shorten" }).click();
  await field(page, "New end").fill("in 3 weeks");
  await field(page, "Reason").fill("asked for more");
  await sendSignedOut(page, "Save the new end", "support");
  await expect(field(page, "New end")).toHaveValue("in 3 weeks");
  await expect(field(page, "Reason")).toHaveValue("asked for more");
  await page.getByRole("button", { name: "Save the new end" }).click();
  await expect(page).toHaveURL("/users/kept-override/temporary-profiles");

  await open(page, "/users/kept-override/temporary-profiles/new");
  await expect(field(page, "Reason")).toHaveValue("");
});

test("what is left without saving, or stands in the address, does not come back", async ({ page }) => {
  const form = "/users/kept-left/temporary-profiles/new";
  await open(page, form);
  await field(page, "Reason").fill("Not after all");
  await page.getByRole("link", { name: "Leave without saving" }).click();
  await expect(page).toHaveURL("/users/kept-left/temporary-profiles");
  await open(page, form);
  await expect(field(page, "Reason")).toHaveValue("");

  await field(page, "Reason").fill("Spring");
  await field(page, "End").fill("in 2 weeks");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page).toHaveURL(/preview=1/);
  await expect(field(page, "Reason")).toHaveValue("Spring");
  await open(page, form);
  await expect(field(page, "Reason")).toHaveValue("");
});

test.describe("An admin", () => {
  test.use(signedInAs("admin"));

  test("finds a new profile version as it was filled in", async ({ page, watch }) => {
    watch.allow(/status of (401|500)/);
    await open(page, "/users/kept-version/new-version");
    await tick(page, "$30 fee").check();
    await tick(page, "CFI").check();
    await field(page, "Reason").fill("rank 3");
    await field(page, "Notes").fill("asked twice");
    await confirmId(page);
    await sendSignedOut(page, "Write the new version", "admin");
    await expect(tick(page, "$30 fee")).toBeChecked();
    await expect(tick(page, "CFI")).toBeChecked();
    await expect(field(page, "Reason")).toHaveValue("rank 3");
    await expect(field(page, "Notes")).toHaveValue("asked twice");
    await confirmId(page);
    await page.getByRole("button", { name: "Write the new version" }).click();
    await expect(page).toHaveURL("/users/kept-version");
  });
});
