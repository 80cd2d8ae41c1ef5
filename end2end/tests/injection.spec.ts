// No page makes an element of what's in its address or stored, once its code runs. What the server writes is
// tried thoroughly over HTTP (server/tests/http/injection.rs); this is the browser's half.
import type { Page } from "@playwright/test";
import { STOPS } from "../pages.ts";
import { address } from "../support/ids.ts";
import { expect, hydrated, signedInAs, test } from "../support/test.ts";

const PAYLOAD = `</title><h1 id=x></textarea><form id=x>"><img id=x>'><u id=x>--><p id=x></script><i id=x>`;
const USER = `injected${PAYLOAD}`;

/** Opens an address with its code running, and finds nothing that the payload made. */
async function expectNothingMade(page: Page, at: string): Promise<void> {
  await page.goto(at);
  await hydrated(page);
  await page.waitForLoadState("networkidle");
  expect(await page.locator("[id=x]").count(), at).toBe(0);
}

/** A route with the payload in each segment that isn't fixed. */
const filled = (route: string): string => {
  const segment = address(PAYLOAD).slice("/users/".length);
  return route.replace(/[:*]\w+/g, segment);
};

test.describe("With its code running", () => {
  test.use(signedInAs("admin"));

  for (const route of new Set(STOPS.map((stop) => stop.route))) {
    test(`${route} makes no element of its address`, async ({ page, watch }) => {
      watch.allow(/status of 4/);
      // A number field takes no text, and the browser says so.
      watch.allow(/cannot be parsed, or is out of range/);
      await expectNothingMade(page, filled(route));
      // Every field that the page itself has, and those of no form.
      const own = await page.locator("main [name]").evaluateAll((all) => all.map((one) => one.getAttribute("name")!));
      const names = [...new Set([...own, "q", "at", "after", "before", "next", "problem", "notes", "reason", "run"])];
      const query = new URLSearchParams(names.map((name) => [name, PAYLOAD]));
      await expectNothingMade(page, `${filled(route)}?${query}`);
    });
  }

  test("an answer to a form that isn't ours is left out of the address", async ({ page }) => {
    await page.goto("/campaigns?after=&__path=%2Frpc%2Fcreate_campaign&__err=e30%3D");
    await expect(page).toHaveURL("/campaigns?after=");
  });

  test("an ID stays text in the title and on the pages that a link leads to", async ({ page }) => {
    await page.goto(address(USER));
    await hydrated(page);
    await page.getByRole("navigation", { name: "Pages of this user" }).getByRole("link", { name: "Timeline" }).click();
    await expect(page).toHaveURL(/timeline/);
    await expect(page).toHaveTitle(`${USER} · Timeline · Float Desk`);
    await expect(page.locator("[id=x]")).toHaveCount(0);
  });

  test("a note and the text of a form stay text", async ({ page }) => {
    await page.goto("/users/user-cleo");
    await hydrated(page);
    await page.getByLabel("Write a note").fill(PAYLOAD);
    await page.getByRole("button", { name: "Add the note" }).click();
    await expect(page.getByText(PAYLOAD).first()).toBeVisible();
    for (const below of ["", "/timeline"]) await expectNothingMade(page, `/users/user-cleo${below}`);
    await expectNothingMade(page, `/users/user-cleo/new-version?notes=${encodeURIComponent(PAYLOAD)}`);
    await expect(page.locator("textarea[name=notes]")).toHaveValue(PAYLOAD);
  });
});
