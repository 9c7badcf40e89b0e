import { UnavailableError } from "@assay/contract";
import type { KeyWrapper } from "@assay/core/ports";
import { importPKCS8, SignJWT } from "jose";
import { z } from "zod";
import { createAsk, fromBase64, type KeyServiceOptions, type Refusal, requireReply, toBase64 } from "./send-json.ts";

/** What a service account's key file has. */
interface GcpCredentials {
  readonly client_email: string;
  readonly private_key: string;
  readonly token_uri: string;
}

export interface GcpKmsOptions extends KeyServiceOptions {
  /** `projects/…/locations/…/keyRings/…/cryptoKeys/…` */
  readonly name: string;
  /** A service account's; without them the machine's own account signs in by Google's metadata server. */
  readonly credentials?: GcpCredentials | undefined;
  /** Default Google's. */
  readonly endpoint?: string | undefined;
  readonly now?: () => number;
}

interface Token {
  readonly text: string;
  readonly endsAt: number;
}

const VENDOR = "Google Cloud KMS";
const SCOPE = "https://www.googleapis.com/auth/cloudkms";
const METADATA = "http://metadata.google.internal/computeMetadata/v1/instance/service-accounts/default/token";
/** A token is renewed before it ends. */
const EARLY_MS = 60_000;
const granted = z.object({ access_token: z.string(), expires_in: z.number() });
const encrypted = z.object({ ciphertext: z.base64() });
const decrypted = z.object({ plaintext: z.base64() });
const failed = z.object({ error: z.object({ status: z.string() }) });

/** A symmetric key of Google Cloud KMS; the context is its additional authenticated data. */
export function createGcpKmsWrapper(options: GcpKmsOptions): KeyWrapper {
  const { name, credentials, endpoint = "https://cloudkms.googleapis.com", now = Date.now } = options;
  const ask = createAsk(options);
  let token: Token | undefined;

  async function askForToken(): Promise<Token> {
    const request = credentials ? await signedRequest(credentials, now()) : fromMetadata;
    const reply = await ask({ vendor: VENDOR, ...request, reply: granted, readRefusal: () => ({ kind: "KEY" }) });
    if (!reply)
      throw new UnavailableError("files", `Cannot use the key of ${VENDOR} because Google refuses its credentials`);
    return { text: reply.access_token, endsAt: now() + reply.expires_in * 1000 - EARLY_MS };
  }

  async function send<Reply extends z.ZodType>(
    action: "encrypt" | "decrypt",
    body: object,
    context: string,
    reply: Reply,
  ) {
    if (!token || token.endsAt <= now()) token = await askForToken();
    const given = { ...body, additionalAuthenticatedData: toBase64(new TextEncoder().encode(context)) };
    const headers = { "content-type": "application/json", authorization: `Bearer ${token.text}` };
    const init = { method: "POST", headers, body: JSON.stringify(given) };
    return ask({ vendor: VENDOR, url: `${endpoint}/v1/${name}:${action}`, init, reply, readRefusal });
  }

  return {
    keyId: name,
    async wrap(key, context) {
      const reply = await send("encrypt", { plaintext: toBase64(key) }, context, encrypted);
      return { keyId: name, bytes: fromBase64(requireReply(reply, VENDOR).ciphertext) };
    },
    async unwrap({ keyId, bytes }, context) {
      if (keyId !== name) return undefined;
      const reply = await send("decrypt", { ciphertext: toBase64(bytes) }, context, decrypted);
      return reply ? fromBase64(reply.plaintext) : undefined;
    },
  };
}

/** INVALID_ARGUMENT is of what was sent; FAILED_PRECONDITION, also 400, of a key that is disabled or destroyed. */
function readRefusal(body: unknown): Refusal {
  const code = failed.safeParse(body).data?.error.status;
  if (code === undefined) return { kind: "PASSING" };
  return { code, kind: code === "INVALID_ARGUMENT" ? "KEY" : "SETTINGS" };
}

const fromMetadata = { url: METADATA, init: { headers: { "metadata-flavor": "Google" } } };

async function signedRequest(credentials: GcpCredentials, nowMs: number) {
  const { client_email: issuer, private_key: privateKey, token_uri: url } = credentials;
  const issuedAt = Math.floor(nowMs / 1000);
  const assertion = await new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: "RS256", typ: "JWT" })
    .setIssuer(issuer)
    .setAudience(url)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + 3600)
    .sign(await importPKCS8(privateKey, "RS256"));
  const body = new URLSearchParams({ grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion });
  return { url, init: { method: "POST", body } };
}
