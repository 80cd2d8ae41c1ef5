import { expect, open, test } from "../support/test.ts";

test("a note is added once, and a warning stands on top until its pin is taken off", async ({ page }) => {
  await open(page, "/users/note-taker");
  await page.getByLabel("Write a note").fill("Threatened to call a lawyer");
  await page.getByLabel("Ticket link").fill("https://desk.example.com/t/4711");
  await page.getByLabel("Pin as a warning").check();
  await page.getByRole("checkbox", { name: "No record of this ID" }).check();
  await page.getByRole("button", { name: "Add the note" }).dblclick();
  const warning = page.getByRole("region", { name: "Pinned warning" });
  await expect(warning).toContainText("Warning from sam-support");
  await expect(warning.getByRole("link")).toHaveAttribute("href", "https://desk.example.com/t/4711");
  await expect(page.getByLabel("Write a note")).toHaveValue("");
  await page.reload();
  await expect(warning).toHaveCount(1);

  await warning.getByText("Take the pin off", { exact: true }).click();
  await warning.getByLabel("Reason").fill("Settled");
  await warning.getByRole("button", { name: "Take the pin off" }).click();
  await expect(warning).toHaveCount(0);
  const notes = page.getByRole("region", { name: "Notes by staff" });
  await expect(notes).toContainText("Threatened to call a lawyer");
  await expect(notes).toContainText("sam-support took the pin off: Settled");
});

test("a ticket that is no link is told at its field, and what was typed stays", async ({ page }) => {
  await open(page, "/users/note-refused");
  await page.getByLabel("Write a note").fill("See the ticket");
  await page.getByLabel("Ticket link").fill("javascript:alert(1)");
  await expect(page.getByText("A ticket is a link that begins with http:// or https://.")).toBeVisible();
  await page.getByRole("checkbox", { name: "No record of this ID" }).check();
  await page.getByRole("button", { name: "Add the note" }).click();
  await expect(page.getByLabel("Write a note")).toHaveValue("See the ticket");
  await expect(page.getByText("Nobody has written anything yet.")).toBeVisible();
});

test("what was typed survives a session that ended meanwhile", async ({ page, context, watch }) => {
  watch.allow(/status of (401|500)/);
  await open(page, "/users/note-kept");
  await page.getByLabel("Write a note").pressSequentially("Half a note");
  await page.getByRole("checkbox", { name: "No record of this ID" }).check();
  const cookies = await context.cookies();
  await context.clearCookies();
  await page.getByRole("button", { name: "Add the note" }).click();
  await expect(page.getByRole("alert")).toContainText("You are not signed in.");
  await context.addCookies(cookies);
  await open(page, "/users/note-kept");
  await expect(page.getByLabel("Write a note")).toHaveValue("Half a note");
});
