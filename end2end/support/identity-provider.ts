// A real identity provider on loopback, and a Float Desk that trusts it.
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { type RequestListener, type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";
import { HOST, type OwnDesk, startDesk } from "./own-desk.ts";

const CLIENT = { client_id: "float-desk", client_secret: randomBytes(24).toString("hex") };

/** What the provider says of somebody. */
export interface Claims {
  preferred_username: string;
  roles?: string | string[];
}

/** Whoever is named here can sign in at the provider, with any password. The key is their `sub`, and stays. */
export type People = Map<string, Claims>;

export interface Pair extends OwnDesk {
  people: People;
}

/** Starts both; `local` are accounts that Float Desk keeps itself, all of them admins. `first` are commands. */
export async function startPair(people: People, local: string[], first: string[][] = []): Promise<Pair> {
  // Each has to know the other's address before it starts.
  const port = await freePort();
  const idp = await startProvider(`http://${HOST}:${port}/sign-in/return`, people);
  const issuer = `http://${HOST}:${(idp.address() as AddressInfo).port}`;
  const desk = await startDesk(Object.fromEntries(local.map((name) => [name, "admin"])), {
    port,
    args: ["--oidc-issuer", issuer, "--oidc-client-id", CLIENT.client_id, "--oidc-name", "Example Corp"],
    env: { FLOAT_DESK_OIDC_CLIENT_SECRET: CLIENT.client_secret },
  });
  for (const command of first) await desk.between(command);
  const stop = async () => {
    await desk.stop();
    idp.closeAllConnections();
    idp.close();
  };
  return { ...desk, people, stop };
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

async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, HOST), "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}
