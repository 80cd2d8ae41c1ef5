import { Overview } from "../support/overview.ts";
import { expect, open, signedInAs, test } from "../support/test.ts";

/** `10 Feb 2024, 14:30 UTC` */
const MOMENT = String.raw`\d{1,2} \w{3} \d{4}, \d\d:\d\d UTC`;
/** As a customer hears it: `Nov 23, 6:00 PM CST` */
const TOLD = String.raw`\w{3} \d{1,2}(, \d{4})?, \d{1,2}:\d\d [AP]M C[SD]T`;

test("user-12345 has what the documents say", async ({ page }) => {
  await open(page, "/users/user-12345");
  const user = new Overview(page);
  await expect(page).toHaveTitle("user-12345 · Float Desk");
  await expect(user.heading).toHaveText("user-12345");
  await expect(user.sentence).toHaveText(/^You still owe \$34 for the float you took on Feb 10, 2024\. .* it’s up to \$20\.\s*$/);
  await expect(user.because).toContainText("CFI limit increase to $30");

  const version = "Profile version";
  await expect(user.tier("$10")).toHaveText(["On, but not certain", "$1.00", "$11.00", "10 %", version]);
  await expect(user.tier("$20")).toHaveText(["On, but not certain", "$3.00", "$23.00", "15 %", version]);
  await expect(user.tier("$30")).toHaveText(["Off", "$4.00", "$34.00", "13.33 %", version]);
  await expect(user.tier("$100")).toHaveText(["Not in this profile", "$7.00", "$107.00", "7 %", version]);
  await expect(user.floats).toContainText("Profile version of 10 Feb 2024, 14:30 UTC");
  await expect(user.floats).toContainText("CFI limit increase to $30");
  await expect(user.loans.getByRole("row", { name: "$200 loan 1" })).toContainText("On");
  await expect(user.next).toContainText("No change is scheduled.");
  await expect(user.settings).toContainText("User reached sub rank 2, float rank 3");
  // The Presidents' Day promotion ended in 2024.
  await expect(page.getByText("promotional_campaign_presidents_day")).toHaveCount(0);
});

test("an ID without a record is said to have none, beside the defaults for new users", async ({ page }) => {
  await open(page, "/users/user-ada");
  const user = new Overview(page);
  await expect(user.badge("No record of this ID")).toBeVisible();
  await expect(user.sentence).toHaveText("No record of this ID. A new user starts with floats of up to $20.");
  const floats = user.panel("Floats for new users");
  const tier = (amount: string) => floats.getByRole("row", { name: `${amount} tier` }).getByRole("cell");
  await expect(tier("$20")).toHaveText(["On for new users", "$3.00", "$23.00", "15 %", "Default"]);
  await expect(tier("$30").first()).toHaveText("Off");
  await expect(floats).toContainText("no profile is stored");
});

test("any ID at all has a page", async ({ page }) => {
  expect(await open(page, "/users/nobody-has-this-id")).toBe(200);
  await expect(new Overview(page).badge("No record of this ID")).toBeVisible();
});

test("a promotion that ends tomorrow says until when, and what follows", async ({ page }) => {
  await open(page, "/users/user-mia");
  const user = new Overview(page);
  const until = new RegExp(
    `^You can take a float of up to \\$40 right now\\. From ${TOLD}, it’s up to \\$20\\.\\s*$`,
  );
  await expect(user.sentence).toHaveText(until);
  await expect(user.badge("Temporary profile active")).toBeVisible();
  const then = user.floats.getByRole("columnheader").last();
  await expect(then).toHaveText(new RegExp(`^From ${MOMENT}$`));
  await expect(user.tier("$40").last()).toHaveText("goes off");
  await expect(user.tier("$20").last()).toHaveText("stays on");
  await expect(user.next).toContainText("$30 and $40 switched off");
  await expect(user.floats).toContainText("promotional_campaign_spring");
});

test("a compliance hold says no and until when, and its reason is for staff only", async ({ page }) => {
  await open(page, "/users/user-ivy");
  const user = new Overview(page);
  const until = new RegExp(`^You can’t take a float right now because floats are switched off for you until ${TOLD}\\.\\s*$`);
  await expect(user.sentence).toHaveText(until);
  await expect(user.sentence).not.toContainText(/compliance|hold|disputed/i);
  await expect(user.because).toContainText("Compliance hold: disputed account");
  await expect(user.tier("$50").first()).toHaveText("All switched off");
  // Said once by the answer, not in amber on every row.
  await expect(user.floats.locator(".attention")).toHaveCount(0);
});

test("what is copied for the customer is the sentence alone", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, "/users/user-ivy");
  await page.getByRole("button", { name: "Copy the sentence" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Copied" })).toHaveCount(1);
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  await expect(new Overview(page).sentence).toHaveText(copied);
});

test("a hold on the higher tiers leaves what it lists", async ({ page }) => {
  await open(page, "/users/user-otto");
  const user = new Overview(page);
  await expect(user.sentence).toContainText("You can take a float of up to $10 right now");
  await expect(user.tier("$10").first()).toHaveText("Available");
  await expect(user.tier("$20").first()).toHaveText("Not in this profile");
});

test("two overrides at once are warned about, and the one that ends first counts", async ({ page }) => {
  await open(page, "/users/user-theo");
  const user = new Overview(page);
  await expect(page.getByRole("heading", { name: "2 temporary profiles are active at once" })).toBeVisible();
  await expect(user.sentence).toContainText("up to $50");
  await expect(user.floats).toContainText("A/B test: higher tiers");
});

test("a denied user is told no, with the deciding rulebook for staff only", async ({ page }) => {
  await open(page, "/users/user-nora");
  const user = new Overview(page);
  await expect(user.sentence).toContainText("You can’t take a float right now");
  await expect(user.sentence).toContainText("wasn’t approved");
  await expect(user.sentence).not.toContainText("core_v2");
  await expect(user.because).toContainText("core_v2");
});

test("a check that failed promises nothing", async ({ page }) => {
  await open(page, "/users/user-emil");
  const user = new Overview(page);
  await expect(user.sentence).toContainText("couldn’t be completed");
  await expect(user.because).toContainText("rulebooks: request timed out");
});

test("floats that were switched off for good have no date", async ({ page }) => {
  await open(page, "/users/user-rosa");
  await expect(new Overview(page).sentence).toHaveText(
    "You can’t take a float right now because floats are switched off for you. No date is set for that to change.",
  );
});

test("a tier that no document names is shown without a fee", async ({ page }) => {
  await open(page, "/users/user-finn");
  const user = new Overview(page);
  await expect(user.tier("$35")).toContainText(["Available", "no fee known", "–", "–", "Profile version"]);
  await expect(user.tier("$60")).toContainText(["Available", "no fee known", "–", "–", "Profile version"]);
});

for (const id of ["user-broken-types", "user-broken-missing", "user-broken-newest", "user-broken-kind"]) {
  test(`the page of ${id} is up, promises nothing and says what is wrong`, async ({ page }) => {
    expect(await open(page, `/users/${id}`)).toBe(200);
    const user = new Overview(page);
    const wrong = page.getByRole("region", { name: "Stored data that needs attention" });
    await expect(wrong).toContainText("cannot be read");
    await expect(user.sentence).toHaveText(
      "We can’t say for certain right now. Please give us some time to look into it.",
    );
    await expect(user.tier("$10")).toHaveCount(5);
  });
}

test("broken attributes are named, with what they are instead", async ({ page }) => {
  await open(page, "/users/user-broken-types");
  const wrong = page.getByRole("region", { name: "Stored data that needs attention" });
  await expect(wrong).toContainText("USER#user-broken-types / PROFILE#");
  await expect(wrong).toContainText("is_float_enabled should be yes/no, but is the text “true”");
  await expect(wrong).toContainText("floats[2] should be a map, but is the text “$30”");
});

test("on a phone, what changes next comes before the loans", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, "/users/user-mia");
  const user = new Overview(page);
  const top = async (panel: typeof user.next) => (await panel.boundingBox())!.y;
  expect(await top(user.floats)).toBeLessThan(await top(user.next));
  expect(await top(user.next)).toBeLessThan(await top(user.loans));
  expect(await top(user.loans)).toBeLessThan(await top(user.settings));
});

test("a tier leads to where it comes from", async ({ page }) => {
  await open(page, "/users/user-cleo");
  await new Overview(page).tier("$80").getByRole("link", { name: "Profile version" }).click();
  const version = page.getByRole("main").getByRole("group").first();
  await expect(version).toContainText("User reached float rank 9");
  await expect(version.getByRole("term")).toHaveText("$80 float");
  await expect(version.getByRole("deletion")).toHaveText("− off");
  await expect(version.getByRole("insertion")).toHaveText("+ on");
});

test("whoever may change the tiers finds the way below them", async ({ page }) => {
  await open(page, "/users/user-mia");
  const { floats } = new Overview(page);
  await expect(floats.getByRole("link", { name: "Write a new profile version" })).toHaveCount(0);
  await floats.getByRole("link", { name: "Schedule a temporary profile" }).click();
  await expect(page).toHaveURL("/users/user-mia/temporary-profiles/new");
});

test.describe("An admin", () => {
  test.use(signedInAs("admin"));

  test("finds the way to a new profile version below the tiers", async ({ page }) => {
    await open(page, "/users/user-mia");
    await new Overview(page).floats.getByRole("link", { name: "Write a new profile version" }).click();
    await expect(page).toHaveURL("/users/user-mia/new-version");
  });
});

test("on a phone the columns that are left out open with one box", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, "/users/user-hope/floats");
  const confirmation = page.getByRole("columnheader", { name: "Confirmation" }).first();
  await expect(confirmation).toBeHidden();
  await page.getByRole("checkbox", { name: "Show every column" }).check();
  await expect(confirmation).toBeVisible();
});
