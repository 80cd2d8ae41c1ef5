// The browser tests. `scripts/e2e.sh` builds the site and names the browser and the binary.
import { defineConfig } from "@playwright/test";
import { chromium } from "./support/chromium.ts";

export default defineConfig({
  testDir: "tests",
  globalSetup: "./support/server.ts",
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // Against hanging, not for speed: axe takes its time on the longest page of an unoptimised build.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [["list"]],
  use: { ...chromium, viewport: { width: 1440, height: 900 }, screenshot: "only-on-failure" },
});
