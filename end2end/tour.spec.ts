import type { Page } from "@playwright/test";
import { STOPS } from "./pages.ts";
import { secondPairOfEyes, startReviewedDesk } from "./support/second-pair-of-eyes.ts";
import { signedInAs, signedOut, test } from "./support/test.ts";
import { visit } from "./support/visit.ts";

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

async function photograph(page: Page, name: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `tour/${name}-${colorScheme}-${size.width}.png`, fullPage: true });
    }
  }
}

for (const stop of STOPS) {
  test.describe(stop.name, () => {
    test.use(stop.isSignedOut ? signedOut : signedInAs(stop.role ?? "support"));
    test(`the tour stops at ${stop.name}`, async ({ page, watch }) => {
      if (stop.status) watch.allow(new RegExp(`status of ${stop.status}`));
      await visit(page, stop);
      await photograph(page, stop.name);
    });
  });
}

test("the tour stops where a second pair of eyes is wanted", async ({ browser }) => {
  test.slow();
  const desk = await startReviewedDesk();
  await secondPairOfEyes(browser, desk, photograph);
  await desk.stop();
});
