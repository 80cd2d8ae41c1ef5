// A real identity provider on loopback, and a Float Desk that trusts it.
import { spawn, spawnSync } from "node:child_process";
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { type RequestListener, type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import Provider from "oidc-provider";

const HOST = "127.0.0.1";
const CLIENT = { client_id: "float-desk", client_secret: randomBytes(24).toString("hex") };

/** What the provider says of somebody. */
export interface Claims {
  preferred_username: string;
  roles?: string | string[];
}

/** Whoever is named here can sign in at the provider, with any password. */
export type People = Map<string, Claims>;

export interface Pair {
  /** Where Float Desk is. */
  url: string;
  people: People;
  /** All that Float Desk has logged. */
  log: () => string;
  stop: () => Promise<void>;
}

/** Starts both; `local` are accounts that Float Desk keeps itself. */
export async function startPair(people: People, local: string[]): Promise<Pair> {
  // Each has to know the other's address before it starts.
  const port = await freePort();
  const url = `http://${HOST}:${port}`;
  const idp = await startProvider(`${url}/sign-in/return`, people);
  const folder = mkdtempSync(join(tmpdir(), "float-desk-oidc-"));
  const log = join(folder, "server.log");
  const data = ["--store", "embedded", "--data-dir", join(folder, "data")];
  for (const name of local) addAccount(name, data);
  const issuer = `http://${HOST}:${(idp.address() as AddressInfo).port}`;
  const oidc = ["--oidc-issuer", issuer, "--oidc-client-id", CLIENT.client_id, "--oidc-name", "Example Corp"];
  const server = spawn(binary(), ["serve", "--addr", `${HOST}:${port}`, ...data, ...oidc], {
    stdio: ["ignore", "pipe", openSync(log, "w")],
    env: { ...process.env, FLOAT_DESK_OIDC_CLIENT_SECRET: CLIENT.client_secret },
  });
  const stop = async () => {
    if (server.exitCode === null) {
      const gone = once(server, "exit");
      server.kill("SIGKILL");
      await gone;
    }
    idp.closeAllConnections();
    idp.close();
    rmSync(folder, { recursive: true, force: true });
  };
  for await (const line of createInterface({ input: server.stdout! })) {
    if (line.includes(url)) return { url, people, log: () => readFileSync(log, "utf8"), stop };
  }
  const said = readFileSync(log, "utf8");
  await stop();
  throw new Error(`the server ended before it was up\n${said}`);
}

async function startProvider(back: string, people: People): Promise<Server> {
  let answer: RequestListener = (_, response) => response.writeHead(503).end();
  const server = createServer((request, response) => answer(request, response));
  await once(server.listen(0, HOST), "listening");
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const provider = new Provider(`http://${HOST}:${(server.address() as AddressInfo).port}`, {
    clients: [{ ...CLIENT, redirect_uris: [back] }],
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), use: "sig", alg: "RS256" }] },
    cookies: { keys: [randomBytes(24).toString("hex")] },
    claims: { openid: ["sub"], profile: ["preferred_username", "roles"], email: ["email"] },
    pkce: { required: () => true },
    findAccount: (_: unknown, id: string) =>
      people.has(id) ? { accountId: id, claims: () => ({ sub: id, ...people.get(id) }) } : undefined,
  });
  answer = provider.callback();
  return server;
}

function addAccount(name: string, data: string[]): void {
  const input = `${randomBytes(24).toString("hex")}\n`;
  const added = spawnSync(binary(), ["staff", "add", name, "--role", "admin", ...data], { input });
  if (added.status !== 0) throw new Error(`no account was added: ${added.stderr}`);
}

function binary(): string {
  const path = process.env.FLOAT_DESK_BIN;
  if (!path) throw new Error("FLOAT_DESK_BIN is not set: run scripts/e2e.sh, or make e2e");
  return path;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, HOST), "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}
