// A Float Desk of a test's own, with accounts that it keeps itself: for what would disturb other tests.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Page } from "@playwright/test";
import type { Role } from "./test.ts";

export const HOST = "127.0.0.1";
export const PASSWORD = "a long enough password";

const STARTED = /Float Desk is running at (http:\/\/\S+)/;

export interface OwnDesk {
  url: string;
  /** All that it has logged. */
  log: () => string;
  stop: () => Promise<void>;
}

interface Settings {
  /** Any free one unless told. */
  port?: number;
  args?: string[];
  env?: Record<string, string>;
}

/** Starts one; everybody's password is the same. */
export async function startDesk(accounts: Record<string, Role>, settings: Settings = {}): Promise<OwnDesk> {
  const { port = 0, args = [], env = {} } = settings;
  const folder = mkdtempSync(join(tmpdir(), "float-desk-own-"));
  const log = join(folder, "server.log");
  const data = ["--store", "embedded", "--data-dir", join(folder, "data")];
  for (const [name, role] of Object.entries(accounts)) addAccount(name, role, data);
  const server = spawn(binary(), ["serve", "--addr", `${HOST}:${port}`, ...data, ...args], {
    stdio: ["ignore", "pipe", openSync(log, "w")],
    env: { ...process.env, ...env },
  });
  const stop = async () => {
    if (server.exitCode === null) {
      const gone = once(server, "exit");
      server.kill("SIGKILL");
      await gone;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  for await (const line of createInterface({ input: server.stdout! })) {
    const url = STARTED.exec(line)?.[1];
    if (url) return { url, log: () => readFileSync(log, "utf8"), stop };
  }
  const said = readFileSync(log, "utf8");
  await stop();
  throw new Error(`the server ended before it was up\n${said}`);
}

/** Fills in the sign-in page that is open. */
export async function enterPassword(page: Page, name: string): Promise<void> {
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
}

export async function signInByPassword(page: Page, name: string): Promise<void> {
  await page.goto("/sign-in");
  await enterPassword(page, name);
  await page.getByRole("button", { name: "Sign out" }).waitFor();
}

function addAccount(name: string, role: Role, data: string[]): void {
  const added = spawnSync(binary(), ["staff", "add", name, "--role", role, ...data], { input: `${PASSWORD}\n` });
  if (added.status !== 0) throw new Error(`no account was added: ${added.stderr}`);
}

function binary(): string {
  const path = process.env.FLOAT_DESK_BIN;
  if (!path) throw new Error("FLOAT_DESK_BIN is not set: run scripts/e2e.sh, or make e2e");
  return path;
}
