// For how long the browser is busy after one step of a person: with its own code, layout and painting.
import { writeFileSync } from "node:fs";
import { expect, test, type CDPSession, type Page } from "@playwright/test";
import { open, signIn } from "./support/test.ts";

/** Fewer than the rulebook has rules. */
const ROUNDS = 25;

async function busy(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send("Performance.getMetrics");
  const of = (name: string) => metrics.find((metric) => metric.name === name)!.value * 1_000;
  // Without what being driven and measured takes.
  return of("TaskDuration") - of("DevToolsCommandDuration");
}

/** Milliseconds of each round, without what waiting itself takes. */
async function measure(page: Page, cdp: CDPSession, step: (round: number) => Promise<void>): Promise<number[]> {
  const round = async (act: () => Promise<void>) => {
    const before = await busy(cdp);
    await act();
    // Until everything that follows has been painted, what is only done a moment later too.
    await page.waitForTimeout(400);
    return (await busy(cdp)) - before;
  };
  const times: number[] = [];
  for (let number = 0; number < ROUNDS; number += 1) {
    const idle = await round(async () => {});
    times.push(Math.max(0, (await round(() => step(number))) - idle));
  }
  return times;
}

test("the form of a large rulebook", async ({ context, page }) => {
  await page.goto("/sign-in");
  await signIn(page, "admin");
  await open(page, process.env.FLOAT_DESK_FORM!);
  const cdp = await context.newCDPSession(page);
  await cdp.send("Performance.enable");

  const field = page.getByLabel("Value of comment").last();
  await field.click();
  const typing = await measure(page, cdp, () => page.keyboard.press("x"));
  await expect(field).toHaveValue(/x{25}/);

  await page.getByRole("button", { name: /^Move .* up$/ }).last().focus();
  const moving = await measure(page, cdp, () => page.keyboard.press("Enter"));
  await expect(page.getByRole("heading", { name: "5. RuleNumber29" })).toBeVisible();
  writeFileSync(process.env.FLOAT_DESK_FIGURES!, [typing, moving].map((times) => times.join(" ")).join("\n"));
});
