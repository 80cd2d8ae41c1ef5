// The tour: a screenshot of every page, for looking at. `make tour` leaves them in `tour/`.
import { defineConfig } from "@playwright/test";
import { chromium } from "./support/chromium.ts";

export default defineConfig({
  testMatch: "tour.spec.ts",
  globalSetup: "./support/server.ts",
  fullyParallel: true,
  workers: 2,
  timeout: 30_000,
  reporter: [["list"]],
  use: chromium,
});
