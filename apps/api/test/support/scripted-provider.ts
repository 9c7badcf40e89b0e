import { createServer, type Server } from "node:http";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";

/** An identity provider that says whatever a test wants it to say. */
export interface ScriptedProvider {
  readonly issuer: string;
  /** Added to what an honest ID token says, or in place of it. */
  claims: JWTPayload;
  /** Made instead of an honest ID token. */
  mint: ((claims: JWTPayload) => Promise<string> | string) | undefined;
  /** What the token endpoint answers, if it is an error. */
  tokenStatus: number;
  /** The bodies that the token endpoint got. */
  readonly asked: URLSearchParams[];
  /** Signs with another key from now on, which its key set names alone. */
  rotate(): Promise<void>;
  close(): Promise<void>;
}

export const CLIENT = { clientId: "assay", clientSecret: "the secret of this client" };

export async function scriptedProvider(now: () => Date = () => new Date()): Promise<ScriptedProvider> {
  let key = await makeKey();
  const asked: URLSearchParams[] = [];
  const server: Server = createServer((request, response) => {
    const json = (value: unknown, status = 200) => {
      response.writeHead(status, { "Content-Type": "application/json" });
      response.end(JSON.stringify(value));
    };
    const { issuer } = provider;
    if (request.url === "/.well-known/openid-configuration")
      return json({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ["code"],
        id_token_signing_alg_values_supported: ["ES256"],
      });
    if (request.url === "/keys") return json({ keys: [key.jwk] });
    let text = "";
    request.on("data", (chunk) => {
      text += String(chunk);
    });
    const answer = async () => {
      asked.push(new URLSearchParams(text));
      if (provider.tokenStatus !== 200) return json({ error: "invalid_grant" }, provider.tokenStatus);
      const iat = Math.floor(now().getTime() / 1000);
      const honest = { iss: issuer, aud: CLIENT.clientId, sub: "alice", iat, exp: iat + 300, auth_time: iat };
      const claims = { ...honest, ...provider.claims };
      const token = await (provider.mint ?? ((all) => sign(all, key)))(claims);
      json({ access_token: "unused", token_type: "Bearer", expires_in: 300, id_token: token });
    };
    request.on("end", () => void answer());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const provider: ScriptedProvider = {
    issuer: `http://127.0.0.1:${port}`,
    claims: {},
    mint: undefined,
    tokenStatus: 200,
    asked,
    async rotate() {
      key = await makeKey();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return provider;
}

type Key = Awaited<ReturnType<typeof makeKey>>;

async function makeKey() {
  const { publicKey, privateKey } = await generateKeyPair("ES256");
  const jwk = { ...(await exportJWK(publicKey)), kid: crypto.randomUUID(), alg: "ES256", use: "sig" };
  return { privateKey, jwk };
}

const sign = (claims: JWTPayload, { privateKey, jwk }: Key) =>
  new SignJWT(claims).setProtectedHeader({ alg: "ES256", kid: jwk.kid }).sign(privateKey);

/** Signed by a key that the provider does not name, under the name of one that it does. */
export async function forge(claims: JWTPayload): Promise<string> {
  return sign(claims, await makeKey());
}
