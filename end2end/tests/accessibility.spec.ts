import { AxeBuilder } from "@axe-core/playwright";
import { STOPS } from "../pages.ts";
import { expect, open, signedInAs, signedOut, test } from "../support/test.ts";

for (const stop of STOPS) {
  test.describe(() => {
    test.use(stop.isSignedOut ? signedOut : signedInAs("admin"));
    test(`axe finds nothing on ${stop.name}`, async ({ page, watch }) => {
      if (stop.status) watch.allow(new RegExp(`status of ${stop.status}`));
      await open(page, stop.address);
      for (const size of [{ width: 1440, height: 900 }, { width: 390, height: 844 }]) {
        await page.setViewportSize(size);
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme });
          const { violations } = await new AxeBuilder({ page }).analyze();
          const found = violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map((node) => node.html) }));
          expect(found, `${size.width} pixels wide, ${colorScheme}`).toEqual([]);
        }
      }
    });
  });
}
