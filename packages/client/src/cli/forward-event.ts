import { importHmacKey, readSecretBytes } from "../webhook-key.ts";
import { usageError } from "./exit-codes.ts";

/** As long as the service waits for a receiver. */
const LIMIT_MS = 15_000;
const SECRET_BYTES_MIN = 24;

export interface Forwarded {
  readonly to: URL;
  readonly key: CryptoKey;
  readonly messageId: string;
  readonly body: string;
  readonly signal: AbortSignal;
}

/** `whsec_` and 32 random bytes in base64. */
export function newWebhookSecret(): string {
  return `whsec_${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64")}`;
}

/** Throws a usage error, without the secret in it. */
export async function readWebhookSecret(secret: string): Promise<CryptoKey> {
  const bytes = secret.startsWith("whsec_") ? readSecretBytes(secret) : undefined;
  if (!bytes || bytes.length < SECRET_BYTES_MIN)
    throw usageError("--secret must be whsec_ and at least 24 bytes in base64");
  return importHmacKey(bytes, "sign");
}

/** Posts a message as Standard Webhooks sign them. Returns the response's status, or that there was none. */
export async function forwardEvent({ to, key, messageId, body, signal }: Forwarded): Promise<number | "no response"> {
  const timestamp = Math.floor(Date.now() / 1000);
  const signed = new TextEncoder().encode(`${messageId}.${timestamp}.${body}`);
  const signature = Buffer.from(await crypto.subtle.sign("HMAC", key, signed)).toString("base64");
  const headers = {
    "Content-Type": "application/json",
    "webhook-id": messageId,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": `v1,${signature}`,
  };
  try {
    const response = await fetch(to, {
      method: "POST",
      headers,
      body,
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]),
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return "no response";
  }
}
