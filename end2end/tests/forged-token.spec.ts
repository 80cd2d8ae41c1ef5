// A provider's word counts only if it is the provider's, for us, for this sign-in, and now.
import { test as base, expect } from "@playwright/test";
import { type Forger, LIES, startForger } from "../support/forger.ts";
import { type OwnDesk, signInByPassword, startDesk } from "../support/own-desk.ts";

const test = base.extend<{}, { forger: Forger; desk: OwnDesk }>({
  forger: [
    async ({}, use) => {
      const forger = await startForger();
      await use(forger);
      forger.stop();
    },
    { scope: "worker" },
  ],
  desk: [
    async ({ forger }, use) => {
      const desk = await startDesk({ ada: "admin" }, forger);
      await use(desk);
      await desk.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  baseURL: async ({ desk }, use) => use(desk.url),
});

// One pair for all of them.
test.describe.configure({ mode: "default" });

test("a token that is right in all lets somebody in", async ({ page, forger, desk }) => {
  forger.lieAbout(null);
  await page.goto("/sign-in/provider?next=/search%3Fq%3D");
  await expect(page.getByRole("banner").getByText("eve", { exact: true }), desk.log()).toBeVisible();
});

for (const lie of LIES) {
  test(`a token with the wrong ${lie} lets nobody in`, async ({ page, forger }) => {
    forger.lieAbout(lie);
    await page.goto("/sign-in/provider?next=/search");
    await expect(page).toHaveURL("/sign-in?next=/search&problem=provider");
    await page.goto("/");
    await expect(page).toHaveURL("/sign-in?next=/");
  });
}

test("who could not be told is on record as nobody", async ({ page, forger }) => {
  forger.lieAbout("nonce");
  await page.goto("/sign-in/provider");
  await expect(page).toHaveURL(/problem=provider/);
  await signInByPassword(page, "ada");
  await page.goto("/audit?by=person&value=(nobody)");
  await expect(page.getByRole("row", { name: "tried to sign in" }).first()).toContainText("127.0.0.1");
});
