// The audit log as people read it, on a server of its own whose whole log is known.
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { type OwnDesk, signInByPassword, startDesk } from "../support/own-desk.ts";
import { test as base, expect, open, signedOut } from "../support/test.ts";

const REASON = '=HYPERLINK("http://evil.example"), moves';

const test = base.extend<{}, { desk: OwnDesk }>({
  desk: [
    async ({ browser }, use) => {
      const desk = await startDesk({ ada: "admin", ana: "analyst", sam: "support" });
      const context = await browser.newContext({ baseURL: desk.url });
      const page = await context.newPage();
      await signInByPassword(page, "sam");
      await page.goto("/users/user-77");
      await page.goto("/staff");
      await signInByPassword(page, "ada");
      await open(page, "/staff");
      await page.getByText("Change sam", { exact: true }).click();
      const form = page.locator("form", { has: page.getByRole("button", { name: "End all sessions now" }) });
      const ofSam = form.and(page.locator("form:has(input[value='sam'])"));
      await ofSam.getByLabel("Reason").fill(REASON);
      await ofSam.getByRole("button").click();
      // Closed before it's done, the browser would take the request back.
      const row = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: "sam", exact: true }) });
      await expect(row.getByRole("cell").nth(2)).toHaveText("0");
      await context.close();
      await use(desk);
      await desk.stop();
    },
    { scope: "worker", timeout: 90_000 },
  ],
  baseURL: async ({ desk }, use) => use(desk.url),
});
test.use(signedOut);
test.describe.configure({ mode: "default" });

const entries = (page: Page) => page.getByRole("region", { name: "Entries of the audit log" }).getByRole("row");

async function list(page: Page, by: string, value: string): Promise<void> {
  await page.getByLabel("List by").selectOption(by);
  await page.getByLabel("Value").fill(value);
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page).toHaveURL(`/audit?by=${by}&value=${encodeURIComponent(value)}`);
}

test("each list is found by what it is of, and is an address of its own", async ({ page }) => {
  await signInByPassword(page, "ana");
  await open(page, "/audit");
  await list(page, "person", "sam");
  await expect(entries(page).filter({ hasText: "signed in" })).toHaveCount(1);
  await expect(entries(page).filter({ hasText: "was refused manage staff" })).toHaveCount(1);
  await expect(entries(page).filter({ hasText: "looked at user-77" })).toHaveCount(1);
  await list(page, "user", "user-77");
  await expect(entries(page)).toHaveCount(2);
  await expect(entries(page).last()).toContainText("looked at user-77");
  await list(page, "action", "sessions_ended");
  await expect(entries(page)).toHaveCount(2);
  await expect(entries(page).last()).toContainText("ended the sessions of sam");
  await expect(entries(page).last().getByRole("insertion")).toHaveText("+ 2");
  await expect(entries(page).last()).toContainText(REASON);
  await list(page, "day", new Date().toISOString().slice(0, 10));
  await expect(entries(page).filter({ hasText: "looked at user-77" })).toHaveCount(1);
  await expect(page.getByRole("link", { name: "CSV" }), "an analyst reads, and exports nothing").toHaveCount(0);
});

test("an admin exports a list as CSV without formulas, and as JSON lines word for word", async ({ page }) => {
  await signInByPassword(page, "ada");
  await open(page, "/audit?by=action&value=sessions_ended");
  const exported = async (link: string) => {
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: link }).click();
    return readFileSync(await (await download).path(), "utf8");
  };
  const [head, line] = (await exported("CSV")).split("\n");
  expect(head).toBe("at,who,name,role,action,user,subject,reason,from,changes,id");
  expect(line).toContain(`,ada,ada,admin,sessions_ended,,sam,"'=HYPERLINK(""http://evil.example""), moves",127.0.0.1,`);
  const entry = JSON.parse((await exported("JSON lines")).trim());
  expect(entry).toMatchObject({ who: "ada", action: "sessions_ended", subject: "sam", reason: REASON });
  await page.goto("/audit?by=action&value=exported");
  await expect(entries(page).filter({ hasText: "audit log by action sessions_ended" })).toHaveCount(2);
});

test("a support agent is offered no audit log, and is told who could read it", async ({ page, watch }) => {
  watch.allow(/status of 403/);
  await signInByPassword(page, "sam");
  await expect(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Audit" })).toHaveCount(0);
  await page.goto("/audit");
  await expect(page.getByRole("alert")).toContainText("an analyst or an admin can");
});
