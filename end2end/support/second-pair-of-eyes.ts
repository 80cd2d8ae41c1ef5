// A Float Desk where changes of rulebooks are reviewed, and what people meet there: a proposal and its
// approval, a change published without one, and rulebooks that a script changed.
import { expect, type Browser, type Page } from "@playwright/test";
import { type OwnDesk, signInByPassword, startDesk } from "./own-desk.ts";
import { open } from "./test.ts";

/** Looks at a page as it is at that moment. */
type Look = (page: Page, name: string) => Promise<void>;

const SCRIPT = ["seed", "--users", "1", "--evaluations-per-user", "1", "--replace-rulebooks"];
const BOOK = "stringent_v1";

export async function startReviewedDesk(): Promise<OwnDesk> {
  const desk = await startDesk({ ada: "admin", bob: "admin", ana: "analyst" });
  await desk.between(SCRIPT);
  return desk;
}

export async function secondPairOfEyes(browser: Browser, desk: OwnDesk, look: Look): Promise<void> {
  const [ada, bob, ana] = await Promise.all(["ada", "bob", "ana"].map((name) => signedIn(browser, desk, name)));
  await reviewed(ana!, bob!, look);
  await withoutReview(ada!, bob!, look);
  // It writes the rulebooks as they were at first, past Float Desk.
  await desk.between(SCRIPT);
  await changedByAScript(ada!, look);
}

/** One writes, another approves and publishes. */
async function reviewed(author: Page, admin: Page, look: Look): Promise<void> {
  await propose(author, "35");
  await step(author, "Put up for review", { "Why is this change needed?": "Too few are tried." });
  await expect(author.getByText("Put up for review")).toHaveCount(0);
  await admin.goto("/");
  await admin.getByRole("region", { name: "What needs attention" }).getByRole("link").click();
  await step(admin, "Approve", { Reason: "As agreed on Monday." });
  await expect(admin.getByText("Approved by bob")).toBeVisible();
  await look(admin, "proposal-approved");
  await step(admin, "Publish", { Reason: "As agreed on Monday." });
  await expect(admin).toHaveURL(/\/history\//);
}

/** One writes and publishes at once; everybody is told, and another reviews it afterwards. */
async function withoutReview(author: Page, other: Page, look: Look): Promise<void> {
  await propose(author, "0");
  const proposal = author.url();
  await author.getByText("Break glass").click();
  await look(author, "proposal-break-glass");
  const reasons = { Reason: "It approves everybody.", "Why can it not wait?": "Money is going out." };
  await step(author, "Publish at once", reasons);
  await expect(author).toHaveURL(/\/history\//);
  await open(author, proposal);
  await expect(author.getByText("Whoever published it cannot review it")).toBeVisible();

  await open(other, "/");
  const notices = other.getByRole("region", { name: "What needs attention" });
  await expect(notices).toContainText("Published without review by ada");
  await look(other, "home-unreviewed");
  await notices.getByRole("link").click();
  await expect(other.getByRole("button", { name: "Reviewed: it stands" })).toBeVisible();
  await look(other, "proposal-unreviewed");
  await step(other, "Reviewed: it stands", { Reason: "It was right to stop it." });
  await expect(other.getByRole("button", { name: "Reviewed: it stands" })).toHaveCount(0);
  await open(other, "/");
  await expect(notices).toHaveCount(0);
}

/** Every page of the rulebooks says what changed, until an admin records it. */
async function changedByAScript(admin: Page, look: Look): Promise<void> {
  await open(admin, "/");
  await expect(admin.getByText("Rulebooks differ from the record")).toBeVisible();
  await look(admin, "home-drift");
  const notice = admin.getByRole("region", { name: "Changed outside Float Desk" });
  for (const [name, address] of [
    ["rulebook-edit-drift", `/rulebooks/${BOOK}/edit`],
    ["rulebook-drift", `/rulebooks/${BOOK}`],
    ["rulebooks-drift", "/rulebooks"],
  ] as const) {
    await open(admin, address);
    await expect(notice).toContainText("0 %");
    await look(admin, name);
  }
  await step(admin, "Record the change", { Reason: "The nightly script ran." });
  await expect(admin).toHaveURL(/\/history\//);
  await open(admin, "/rulebooks");
  await expect(notice).toHaveCount(0);
}

export async function propose(page: Page, share: string): Promise<void> {
  await open(page, `/rulebooks/${BOOK}/edit`);
  await page.getByLabel("Share of users in %").fill(share);
  await page.getByRole("button", { name: "Preview the change" }).click();
  await expect(page).toHaveURL(/\/proposals\//);
}

/** Fills in and sends the form that has this button. */
export async function step(page: Page, button: string, fields: Record<string, string>): Promise<void> {
  const sends = page.getByRole("button", { name: button, exact: true });
  const form = page.locator("form").filter({ has: sends });
  for (const [label, text] of Object.entries(fields)) await form.getByLabel(label).fill(text);
  await sends.click();
}

async function signedIn(browser: Browser, desk: OwnDesk, name: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: desk.url });
  const page = await context.newPage();
  await signInByPassword(page, name);
  return page;
}
