// An identity provider that vouches for everybody, and lies in one way at a time.
import { createHmac, createSign, generateKeyPairSync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { HOST } from "./own-desk.ts";

export const LIES = ["signature", "no signature", "shared secret", "nonce", "audience", "issuer", "time"] as const;
export type Lie = (typeof LIES)[number];

const CLIENT = "float-desk";
const SECRET = randomBytes(24).toString("hex");

export interface Forger {
  /** By which a Float Desk trusts it. */
  args: string[];
  env: Record<string, string>;
  /** What it lies about from now on. */
  lieAbout: (lie: Lie | null) => void;
  stop: () => void;
}

export async function startForger(): Promise<Forger> {
  const [ours, another] = [0, 1].map(() => generateKeyPairSync("rsa", { modulusLength: 2048 }));
  let lie: Lie | null = null;
  let nonce = "";
  let issuer = "";

  const token = (): string => {
    const now = Math.floor(Date.now() / 1000);
    const algorithm = { "no signature": "none", "shared secret": "HS256" }[lie as string] ?? "RS256";
    const claims = {
      iss: lie === "issuer" ? "https://evil.example" : issuer,
      sub: "eve",
      aud: lie === "audience" ? "another-client" : CLIENT,
      iat: now - 7200,
      exp: lie === "time" ? now - 3600 : now + 3600,
      nonce: lie === "nonce" ? "another" : nonce,
      preferred_username: "eve",
      roles: ["admin"],
    };
    const encoded = [{ alg: algorithm, kid: "one" }, claims].map((part) => base64(JSON.stringify(part)));
    const text = encoded.join(".");
    const { privateKey } = lie === "signature" ? another! : ours!;
    const signatures: Record<string, () => string> = {
      none: () => "",
      HS256: () => createHmac("sha256", SECRET).update(text).digest("base64url"),
      RS256: () => createSign("RSA-SHA256").update(text).sign(privateKey, "base64url"),
    };
    return `${text}.${signatures[algorithm]!()}`;
  };

  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url!, issuer);
    const json = (body: object) => response.setHeader("content-type", "application/json").end(JSON.stringify(body));
    if (url.pathname === "/.well-known/openid-configuration") {
      json({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["RS256"],
      });
    } else if (url.pathname === "/jwks") {
      const key = ours!.publicKey.export({ format: "jwk" });
      json({ keys: [{ ...key, use: "sig", alg: "RS256", kid: "one" }] });
    } else if (url.pathname === "/auth") {
      nonce = url.searchParams.get("nonce")!;
      const back = new URL(url.searchParams.get("redirect_uri")!);
      back.search = new URLSearchParams({ code: "a-code", state: url.searchParams.get("state")! }).toString();
      response.writeHead(302, { location: back.href }).end();
    } else {
      json({ access_token: "an-access-token", token_type: "Bearer", id_token: token() });
    }
  };

  const server = createServer(answer);
  await once(server.listen(0, HOST), "listening");
  issuer = `http://${HOST}:${(server.address() as AddressInfo).port}`;
  return {
    args: ["--oidc-issuer", issuer, "--oidc-client-id", CLIENT],
    env: { FLOAT_DESK_OIDC_CLIENT_SECRET: SECRET },
    lieAbout: (about) => {
      lie = about;
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64url");
}
