import type { PlaywrightTestConfig } from "@playwright/test";

// The machine's own Chromium. As root it has no sandbox, and it is to talk to our server only.
export const chromium: PlaywrightTestConfig["use"] = {
  browserName: "chromium",
  launchOptions: {
    executablePath: process.env.FLOAT_DESK_CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  },
};
