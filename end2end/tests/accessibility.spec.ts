import { AxeBuilder } from "@axe-core/playwright";
import { STOPS } from "../pages.ts";
import { expect, open, signedInAs, signedOut, test } from "../support/test.ts";

async function violations(axe: AxeBuilder) {
  const { violations } = await axe.setLegacyMode().analyze();
  return violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map((node) => node.html) }));
}

for (const stop of STOPS) {
  test.describe(() => {
    test.use(stop.isSignedOut ? signedOut : signedInAs("admin"));
    test(`axe finds nothing on ${stop.name}`, async ({ page, watch }) => {
      if (stop.status) watch.allow(new RegExp(`status of ${stop.status}`));
      await open(page, stop.address);
      for (const size of [{ width: 1440, height: 900 }, { width: 390, height: 844 }]) {
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme: "light" });
        expect(await violations(new AxeBuilder({ page })), `${size.width} pixels wide, light`).toEqual([]);
        // In the dark only the colours are others.
        await page.emulateMedia({ colorScheme: "dark" });
        const colours = new AxeBuilder({ page }).withRules(["color-contrast", "link-in-text-block"]);
        expect(await violations(colours), `${size.width} pixels wide, dark`).toEqual([]);
      }
    });
  });
}
