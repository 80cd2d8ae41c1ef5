// Every page at both widths and in both themes. One page load a stop, since loading is what takes time.
import { STOPS, type Stop } from "../pages.ts";
import { expectAccessible } from "../support/accessible.ts";
import { Overview } from "../support/overview.ts";
import { expect, signedInAs, signedOut, test } from "../support/test.ts";
import { visit } from "../support/visit.ts";

const isOverview = (stop: Stop) => stop.route === "/users/:user_id" && !stop.status;

for (const stop of STOPS) {
  test.describe(() => {
    test.use(stop.isSignedOut ? signedOut : signedInAs(stop.role ?? "support"));
    test(`the page ${stop.name} is accessible to all, and fits a phone`, async ({ page, watch }) => {
      if (stop.status) watch.allow(new RegExp(`status of ${stop.status}`));
      expect(await visit(page, stop)).toBe(stop.status ?? 200);
      await expectAccessible(page, async () => {
        if (!isOverview(stop)) return;
        await expect(new Overview(page).sentence).toBeInViewport({ ratio: 1 });
        for (const table of await page.getByRole("region", { name: /tiers$/ }).all()) {
          const hidden = await table.evaluate((table) => table.scrollWidth - table.clientWidth);
          expect(hidden, "no figure is out of sight").toBe(0);
        }
      });
    });
  });
}
