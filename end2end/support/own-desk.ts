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
  /** Stops it, runs a command of `float-desk` on its data, and starts it again where it was. */
  between: (command: string[]) => Promise<void>;
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
  for (const [name, role] of Object.entries(accounts)) {
    command(["staff", "add", name, "--role", role, ...data], `${PASSWORD}\n`);
  }
  const serve = (port: number | string) => startServer(["--addr", `${HOST}:${port}`, ...data, ...args], env, log);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  let server = await serve(port).catch((problem) => {
    remove();
    throw problem;
  });
  const { url } = server;
  return {
    url,
    log: () => readFileSync(log, "utf8"),
    between: async (args) => {
      await server.stop();
      command([...args, ...data]);
      server = await serve(new URL(url).port);
    },
    stop: async () => {
      await server.stop();
      remove();
    },
  };
}

async function startServer(args: string[], env: Record<string, string>, log: string) {
  const server = spawn(binary(), ["serve", ...args], {
    stdio: ["ignore", "pipe", openSync(log, "a")],
    env: { ...process.env, ...env },
  });
  const stop = async () => {
    if (server.exitCode !== null) return;
    const gone = once(server, "exit");
    server.kill("SIGKILL");
    await gone;
  };
  for await (const line of createInterface({ input: server.stdout! })) {
    const url = STARTED.exec(line)?.[1];
    if (url) return { url, stop };
  }
  await stop();
  throw new Error(`the server ended before it was up\n${readFileSync(log, "utf8")}`);
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

function command(args: string[], input = ""): void {
  const ended = spawnSync(binary(), args, { input });
  if (ended.status !== 0) throw new Error(`float-desk ${args[0]} failed: ${ended.stderr}`);
}

function binary(): string {
  const path = process.env.FLOAT_DESK_BIN;
  if (!path) throw new Error("FLOAT_DESK_BIN is not set: run scripts/e2e.sh, or make e2e");
  return path;
}
