import type { Page } from "@playwright/test";
import { expect, hydrated, open, test } from "../support/test.ts";

test.use({ role: "admin" });

/** Opens the form of a rulebook, ready to be used. */
async function edit(page: Page, id: string): Promise<void> {
  await open(page, `/rulebooks/${id}/edit`);
}

async function preview(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Preview the change" }).click();
  await expect(page).toHaveURL(/\/proposals\//);
}

async function publish(page: Page, reason: string): Promise<void> {
  const form = page.locator("form").filter({ has: page.getByRole("button", { name: "Publish now" }) });
  await form.getByLabel("Reason").fill(reason);
  await form.getByRole("button", { name: "Publish now" }).click();
  await expect(page).toHaveURL(/\/history\//);
}

test("rulebooks stand in evaluation order, and each opens with who set what", async ({ page }) => {
  await open(page, "/rulebooks");
  const floats = page.getByRole("region", { name: "Floats, in evaluation order" });
  await expect(floats.getByRole("row").nth(1)).toContainText("winback_v1");
  await floats.getByRole("link", { name: "stringent_v1" }).click();
  await expect(page).toHaveURL("/rulebooks/stringent_v1");
  const share = page.getByRole("region", { name: "Settings of the rulebook" }).getByRole("row", { name: /share/ });
  await expect(share).toContainText("20 %");
  await expect(share).toContainText("admin-jane");
});

test("a past moment shows the configuration of then, with a way back", async ({ page }) => {
  await open(page, "/rulebooks?at=2024-03-01");
  await expect(page.getByText("As it was at")).toBeVisible();
  await expect(page.getByRole("link", { name: "As it is now" })).toBeVisible();
  await expect(page.getByText("not recorded").first()).toBeVisible();
});

test("a mistake is named at its field, and a changed share is previewed and published", async ({ page }) => {
  await edit(page, "loan_income_v1");
  const share = page.getByLabel("Share of users in %");
  await share.fill("120");
  await expect(page.getByText("1 thing is to be put right.")).toBeVisible();
  await share.fill("12.34");
  await expect(page.getByText("1 thing is to be put right.")).toHaveCount(0);
  await preview(page);
  await expect(page.getByText("loan_income_v1: share 25 % → 12.34 %")).toBeVisible();
  await publish(page, "a smaller trial");
  await expect(page.getByText("In force everywhere by")).toBeVisible();
  await open(page, "/history?rulebook=loan_income_v1");
  await expect(page.getByRole("row").nth(1)).toContainText("share 25 % → 12.34 %");
});

test("a rule moves by keyboard, and the preview calls it a move", async ({ page }) => {
  await edit(page, "starter_v1");
  const up = page.getByRole("button", { name: "Move RuleFixedAmount up" });
  const down = page.getByRole("button", { name: "Move RuleFixedAmount down" });
  await up.focus();
  // The focus goes along, and stays at the top: pressed once more, nothing moves back.
  for (const place of [3, 2, 1, 1]) {
    await page.keyboard.press("Enter");
    await expect(page.getByText(`RuleFixedAmount is now ${place} of 4.`)).toBeAttached();
    await expect(up).toBeFocused();
  }
  await expect(up).toHaveAttribute("aria-disabled", "true");
  await down.focus();
  for (const place of [2, 3]) {
    await page.keyboard.press("Enter");
    await expect(page.getByText(`RuleFixedAmount is now ${place} of 4.`)).toBeAttached();
    await expect(down).toBeFocused();
  }
  await preview(page);
  await expect(page.getByText("starter_v1: RuleFixedAmount moved from 4 to 3")).toBeVisible();
});

test("properties of every kind are edited, and no digit is lost", async ({ page }) => {
  await edit(page, "score_trial_v1");
  await page.getByLabel("Value of comment").fill("Nobody is decided by this now.");
  await preview(page);
  const diff = page.getByRole("region", { name: "score_trial_v1 changed" });
  await expect(diff.locator("mark").first()).toHaveText("yet.");
  await expect(diff.getByRole("term")).toHaveText(["comment text"]);
});

test("the JSON view is the same rulebook, both ways", async ({ page }) => {
  await edit(page, "starter_v1");
  await page.getByText("As JSON", { exact: true }).click();
  const json = page.getByLabel("The rulebook as JSON");
  await page.getByLabel("Priority").fill("61");
  await expect(json).toHaveValue(/"priority": 61/);
  await json.fill((await json.inputValue()).replace('"priority": 61', '"priority": 62'));
  await json.blur();
  await expect(page.getByLabel("Priority")).toHaveValue("62");
});

test("one click on Preview takes over what is still being typed as JSON", async ({ page }) => {
  await edit(page, "starter_v1");
  await page.getByText("As JSON", { exact: true }).click();
  const json = page.getByLabel("The rulebook as JSON");
  await json.fill((await json.inputValue()).replace(/"priority": \d+/, '"priority": 65'));
  await expect(json).toBeFocused();
  await page.getByRole("button", { name: "Preview the change" }).click();
  await expect(page).toHaveURL(/\/proposals\//);
  await expect(page.getByText(/starter_v1: priority \d+ → 65/)).toBeVisible();
});

test("Enter in a field saves nothing, and Back from the preview leads to the draft", async ({ page }) => {
  await edit(page, "starter_v1");
  const priority = page.getByLabel("Priority");
  await priority.fill("66");
  await priority.press("Enter");
  await expect(page).toHaveURL("/rulebooks/starter_v1/edit");
  await preview(page);
  await page.goBack();
  await expect(page).toHaveURL(/\/rulebooks\/starter_v1\/edit\?proposal=/);
  await expect(page.getByLabel("Priority")).toHaveValue("66");
});

test("digits become a number, a known property has its kind, and cents show dollars", async ({ page }) => {
  await edit(page, "starter_v1");
  const rule = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "RuleFixedAmount" }) });
  await rule.getByRole("button", { name: "Add a property" }).click();
  await rule.getByLabel("Name", { exact: true }).last().fill("bonus_cents");
  await rule.getByLabel("Value of bonus_cents").pressSequentially("1450");
  await expect(rule.getByLabel("Kind of bonus_cents")).toHaveValue("number");
  await expect(rule.getByLabel("Value of bonus_cents")).toBeFocused();
  await expect(rule.getByText("$14.50")).toBeVisible();
  await preview(page);
  await expect(page.getByText("RuleFixedAmount bonus_cents set to 1450 ($14.50)").first()).toBeVisible();
});

test("what was changed and not sent is offered again, and goes on from there", async ({ page }) => {
  await edit(page, "starter_v1");
  await page.getByLabel("Priority").fill("63");
  await page.goto("/rulebooks");
  await edit(page, "starter_v1");
  await page.getByRole("button", { name: "Take it up again" }).click();
  await expect(page.getByLabel("Priority")).toHaveValue("63");
  await page.getByLabel("Priority").fill("64");
  await page.getByText("As JSON", { exact: true }).click();
  await expect(page.getByLabel("The rulebook as JSON")).toHaveValue(/"priority": 64/);
});

test("of two changes to one rulebook the second is asked, and nothing of it is lost", async ({ page, watch }) => {
  watch.allow(/status of 409/);
  await edit(page, "winback_v1");
  await page.getByLabel("Priority").fill("140");
  await preview(page);
  const first = page.url();
  await edit(page, "winback_v1");
  await page.getByLabel("Priority").fill("130");
  await page.getByLabel("Name", { exact: true }).first().fill("Welcome Back");
  await preview(page);
  await publish(page, "the other one");
  await open(page, first);
  const meanwhile = page.getByRole("region", { name: "Changed meanwhile" });
  await expect(meanwhile.getByRole("row", { name: /rulebook_name/ })).toContainText("theirs");
  await meanwhile.getByRole("radio", { name: "mine" }).check();
  await meanwhile.getByRole("button", { name: "Bring the draft up to date" }).click();
  await expect(page.getByText("winback_v1: priority 130 → 140")).toBeVisible();
  await publish(page, "mine after all");
});

test("two properties of one name are named at the field, and neither is lost", async ({ page }) => {
  await edit(page, "starter_v1");
  const rule = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "RuleAgeOfAccount" }) });
  await rule.getByRole("button", { name: "Add a property" }).click();
  const names = rule.getByLabel("Name", { exact: true });
  await names.last().fill("min_days");
  await expect(rule.getByText("Two properties have this name.").first()).toBeVisible();
  await page.getByRole("button", { name: "Preview the change" }).click();
  await expect(page).toHaveURL("/rulebooks/starter_v1/edit");
  await names.last().fill("max_days");
  await expect(rule.getByText("Two properties have this name.")).toHaveCount(0);
  await rule.getByLabel("Value of max_days").fill("9");
  await preview(page);
  await expect(page.getByText("RuleAgeOfAccount max_days set to 9").first()).toBeVisible();
});

test("a rule of the JSON view that is no map is refused, and nothing is dropped", async ({ page }) => {
  await edit(page, "starter_v1");
  await page.getByText("As JSON", { exact: true }).click();
  const json = page.getByLabel("The rulebook as JSON");
  await json.fill((await json.inputValue()).replace('"rules": [', '"rules": [ 3,'));
  await json.blur();
  await expect(page.getByText("rules[0]: A rule is a map.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Remove Rule/ })).not.toHaveCount(0);
});

test("a rule is dragged by mouse, another one added and one removed", async ({ page }) => {
  await edit(page, "starter_v1");
  const heads = page.locator("ol.rules > li h3");
  const first = (await heads.first().innerText()).replace(/^1\. /, "");
  await page.locator(".drag-handle").first().dragTo(page.locator("ol.rules > li").nth(1));
  await expect(heads.nth(1)).toHaveText(`2. ${first}`);
  const count = await heads.count();
  await page.getByRole("button", { name: "Add a rule" }).click();
  await expect(heads).toHaveCount(count + 1);
  // Its label says also what is wrong with an empty name.
  await page.locator("ol.rules > li").nth(count).getByLabel(/^Rule/).first().fill("RuleOfMine");
  await expect(heads.nth(count)).toHaveText(`${count + 1}. RuleOfMine`);
  await page.getByRole("button", { name: "Remove RuleGoodStanding" }).click();
  await expect(heads).toHaveCount(count);
  await preview(page);
  await expect(page.getByText(/RuleOfMine added; RuleGoodStanding removed|RuleGoodStanding removed; RuleOfMine added/).first()).toBeVisible();
});

test("a value inside a map inside a map is edited, and one is added", async ({ page }) => {
  await edit(page, "score_trial_v1");
  await page.getByLabel("Value of repaid").fill("0.25");
  const weights = page.locator(".prop").filter({ has: page.getByLabel("Value of repaid") });
  await weights.getByRole("button", { name: "Add a value" }).first().click();
  await weights.locator('input.prop-name[value=""]').fill("late");
  await preview(page);
  const diff = page.getByRole("region", { name: "score_trial_v1 changed" });
  await expect(diff.getByRole("term")).toHaveText(["weights map"]);
  await expect(diff).toContainText("0.25");
});

test("a map that becomes a text and a map again still has what was added to it", async ({ page }) => {
  await edit(page, "score_trial_v1");
  const weights = page.locator(".prop").filter({ has: page.getByLabel("Value of repaid") });
  await weights.getByRole("button", { name: "Add a value" }).first().click();
  await weights.locator('input.prop-name[value=""]').fill("late");
  await weights.getByLabel("Value of late").fill("soon");
  const kind = page.getByLabel("Kind of weights");
  await kind.selectOption("text");
  await expect(page.getByLabel("Value of late")).toHaveCount(0);
  await kind.selectOption("map");
  await expect(page.getByLabel("Value of late")).toHaveValue("soon");
  await page.getByLabel("Value of late").fill("soon after");
  await preview(page);
  await expect(page.getByRole("region", { name: "score_trial_v1 changed" })).toContainText("soon after");
});

test.describe("On a tablet", () => {
  test.use({ viewport: { width: 820, height: 1180 }, hasTouch: true });
  test("a rulebook is edited by touch", async ({ page }) => {
    await edit(page, "starter_v1");
    await page.getByRole("button", { name: "Move RuleFixedAmount up" }).tap();
    await page.getByLabel("Priority").fill("64");
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await page.getByRole("button", { name: "Preview the change" }).tap();
    await expect(page).toHaveURL(/\/proposals\//);
    await expect(page.getByText("RuleFixedAmount moved from 4 to 3").first()).toBeVisible();
  });
});

test("a whole configuration is gone back to after a preview", async ({ page, watch }) => {
  watch.allow(/status of 400/);
  await open(page, "/history");
  await page.getByRole("link", { name: /holiday_v1 removed/ }).click();
  await expect(page.getByRole("heading", { name: "Go back to this" })).toBeVisible();
  await page.getByLabel("Restore").selectOption("loan_core_v1");
  await page.getByRole("button", { name: "Preview the restore" }).click();
  await expect(page.getByRole("alert")).toContainText("already as it was");
});

test("any two changes are ticked in the history and compared", async ({ page }) => {
  await open(page, "/history");
  const rows = page.getByRole("region", { name: "Changes of the rulebooks, newest first" }).getByRole("row");
  await rows.nth(1).getByRole("checkbox").check();
  await rows.last().getByRole("checkbox").check();
  await page.getByRole("button", { name: "Compare the two ticked" }).click();
  await expect(page).toHaveURL(/\/history\/.*\?compare=/);
  await expect(page.getByRole("main")).toContainText("Compared with");
});

test.describe("Without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test("a rulebook is cloned through its JSON, and deleted again", async ({ page }) => {
    await page.goto("/new-rulebook?copy-of=stringent_v1");
    await page.getByText("As JSON", { exact: true }).click();
    await page.getByRole("button", { name: "Preview the change" }).click();
    await expect(page.getByText("stringent_v1_copy added").first()).toBeVisible();
    await publish(page, "a copy to try things on");
    await page.goto("/rulebooks/stringent_v1_copy");
    await page.getByRole("button", { name: "Delete…" }).click();
    await expect(page.getByText("stringent_v1_copy removed").first()).toBeVisible();
    await publish(page, "tried");
  });
});

test.describe("An analyst", () => {
  test.use({ role: "analyst" });
  test("drafts and hands over, but does not publish", async ({ page }) => {
    await edit(page, "core_v2");
    await page.getByLabel("A/B group").first().fill("trial");
    await preview(page);
    await hydrated(page);
    await expect(page.getByRole("button", { name: "Publish now" })).toHaveCount(0);
    const form = page.locator("form").filter({ has: page.getByRole("button", { name: "Leave to an admin" }) });
    await form.getByLabel("Why is this change needed?").fill("to measure");
    await form.getByRole("button", { name: "Leave to an admin" }).click();
    await expect(page.getByText("Why: to measure")).toBeVisible();
    await page.goto("/proposals");
    await expect(page.getByRole("row", { name: /core_v2: A\/B group set to trial/ })).toContainText("open");
  });
});
