// The parts of a user's overview, as a person finds them.
import type { Locator, Page } from "@playwright/test";

export class Overview {
  readonly heading: Locator;
  /** What is read out to the customer. */
  readonly sentence: Locator;
  /** Why it is so, for staff only. */
  readonly because: Locator;
  readonly floats: Locator;
  readonly loans: Locator;
  readonly settings: Locator;
  readonly next: Locator;

  constructor(readonly page: Page) {
    this.heading = page.getByRole("heading", { level: 1 });
    const answer = page.getByRole("region", { name: "Answer for the customer" });
    this.sentence = answer.getByRole("paragraph").first();
    this.because = answer.getByRole("paragraph").last();
    this.floats = this.panel("Floats");
    this.loans = this.panel("Loans");
    this.settings = this.panel("Settings");
    this.next = this.panel("What changes next");
  }

  panel(title: string): Locator {
    return this.page.getByRole("region", { name: title, exact: true });
  }

  /** The cells of a tier's row, after its amount. */
  tier(amount: string): Locator {
    return this.floats.getByRole("row", { name: `${amount} tier` }).getByRole("cell");
  }

  badge(text: string): Locator {
    return this.page.getByRole("main").getByText(text, { exact: true });
  }
}
