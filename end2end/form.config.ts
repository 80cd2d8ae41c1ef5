// The rulebook form at its largest, for `make bench`, which starts the server and reads the figures.
import { defineConfig } from "@playwright/test";
import { chromium } from "./support/chromium.ts";

export default defineConfig({
  testMatch: "form.bench.ts",
  timeout: 120_000,
  reporter: [["line"]],
  use: { ...chromium, baseURL: process.env.FLOAT_DESK_URL, viewport: { width: 1440, height: 900 } },
});
