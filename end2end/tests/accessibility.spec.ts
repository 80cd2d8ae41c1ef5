// Every page at both widths and in both themes. One page load a stop, since loading is what takes time.
import { AxeBuilder } from "@axe-core/playwright";
import { STOPS } from "../pages.ts";
import { Overview } from "../support/overview.ts";
import { expect, signedInAs, signedOut, test } from "../support/test.ts";
import { visit } from "../support/visit.ts";

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

async function violations(axe: AxeBuilder) {
  // Without frames on a page, the mode that opens a second page to put results together is waste.
  const { violations } = await axe.setLegacyMode().analyze();
  return violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map((node) => node.html) }));
}

for (const stop of STOPS) {
  test.describe(() => {
    test.use(stop.isSignedOut ? signedOut : signedInAs(stop.role ?? "support"));
    test(`the page ${stop.name} is accessible to all, and fits a phone`, async ({ page, watch }) => {
      if (stop.status) watch.allow(new RegExp(`status of ${stop.status}`));
      expect(await visit(page, stop)).toBe(stop.status ?? 200);
      for (const size of [WIDE, PHONE]) {
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme: "light" });
        expect(await violations(new AxeBuilder({ page })), `${size.width} pixels wide, light`).toEqual([]);
        // In the dark only the colours are others.
        await page.emulateMedia({ colorScheme: "dark" });
        const colours = new AxeBuilder({ page }).withRules(["color-contrast", "link-in-text-block"]);
        expect(await violations(colours), `${size.width} pixels wide, dark`).toEqual([]);

        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(width, "the page does not scroll sideways").toBeLessThanOrEqual(size.width);
        if (stop.route === "/users/:user_id" && !stop.status) {
          await expect(new Overview(page).sentence).toBeInViewport({ ratio: 1 });
          const table = page.getByRole("region", { name: "Float tiers" });
          const hidden = await table.evaluate((table) => table.scrollWidth - table.clientWidth);
          expect(hidden, "no figure is out of sight").toBe(0);
        }
      }
    });
  });
}
