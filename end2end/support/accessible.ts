// A page that everybody can use, at both widths and in both themes, and that fits a phone.
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

async function violations(axe: AxeBuilder) {
  // Without frames on a page, the mode that opens a second page to put results together is waste.
  const { violations } = await axe.setLegacyMode().analyze();
  return violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map((node) => node.html) }));
}

/** Checks the page that is open; `also` looks at it once more at each width. */
export async function expectAccessible(page: Page, also = async () => {}): Promise<void> {
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
    await also();
  }
}
