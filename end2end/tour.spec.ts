import { STOPS } from "./pages.ts";
import { signedInAs, signedOut, test } from "./support/test.ts";
import { visit } from "./support/visit.ts";

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

for (const stop of STOPS) {
  test.describe(stop.name, () => {
    test.use(stop.isSignedOut ? signedOut : signedInAs(stop.role ?? "support"));
    test(`the tour stops at ${stop.name}`, async ({ page, watch }) => {
      if (stop.status) watch.allow(new RegExp(`status of ${stop.status}`));
      await visit(page, stop);
      for (const size of SIZES) {
        await page.setViewportSize(size);
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme });
          const path = `tour/${stop.name}-${colorScheme}-${size.width}.png`;
          await page.screenshot({ path, fullPage: true });
        }
      }
    });
  });
}
