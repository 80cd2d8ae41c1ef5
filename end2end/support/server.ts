// Starts the real server with the demo world before the first test, and stops it after the last.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, openSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const STARTED = /Float Desk is running at (http:\/\/\S+)/;
const PATIENCE = 60_000;

export default async function start(): Promise<() => Promise<void>> {
  const binary = process.env.FLOAT_DESK_BIN;
  if (!binary) throw new Error("FLOAT_DESK_BIN is not set: run scripts/e2e.sh, or make e2e");
  const folder = mkdtempSync(join(tmpdir(), "float-desk-e2e-"));
  const log = join(folder, "server.log");
  const args = ["serve", "--demo", "--store", "embedded", "--addr", "127.0.0.1:0", "--data-dir", join(folder, "data")];
  const server = spawn(binary, args, { stdio: ["ignore", "pipe", openSync(log, "w")] });
  // What is set here reaches the tests, which run in processes of their own.
  process.env.FLOAT_DESK_LOG = log;
  try {
    process.env.FLOAT_DESK_URL = await address(server);
  } catch (problem) {
    server.kill();
    throw new Error(`${problem}\n${logSince(0)}`);
  }
  return async () => {
    if (server.exitCode === null) {
      const gone = once(server, "exit");
      server.kill("SIGTERM");
      await Promise.race([gone, once(AbortSignal.timeout(5_000), "abort")]);
      server.kill("SIGKILL");
    }
    rmSync(folder, { recursive: true, force: true });
  };
}

async function address(server: ChildProcess): Promise<string> {
  const printed = (async () => {
    for await (const line of createInterface({ input: server.stdout! })) {
      const url = STARTED.exec(line)?.[1];
      if (url) return url;
    }
    throw new Error("the server ended before it was up");
  })();
  const failed = once(server, "error").then(([problem]) => Promise.reject(problem));
  const late = once(AbortSignal.timeout(PATIENCE), "abort").then(() =>
    Promise.reject(new Error(`the server was not up after ${PATIENCE / 1000} s`)),
  );
  return Promise.race([printed, failed, late]);
}

/** How far the server's log has come. */
export function logLength(): number {
  return statSync(process.env.FLOAT_DESK_LOG!).size;
}

/** What the server has logged since. */
export function logSince(position: number): string {
  return readFileSync(process.env.FLOAT_DESK_LOG!).subarray(position).toString();
}
