import { createHash } from "node:crypto";
import { SignJWT } from "jose";

export interface SignatureOptions {
  readonly key: string;
  readonly url: string;
  readonly body: string;
  readonly id: string;
  /** Default 300, as documented. */
  readonly lifetimeSeconds?: number;
  /** Default is now. */
  readonly issuedAt?: Date;
}

/** The token in `Upstash-Signature`, as the documentation of QStash has it. */
export function signDelivery(options: SignatureOptions): Promise<string> {
  const { key, url, body, id, lifetimeSeconds = 300, issuedAt = new Date() } = options;
  const seconds = Math.floor(issuedAt.getTime() / 1000);
  return new SignJWT({ body: createHash("sha256").update(body).digest("base64url") })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setIssuer("Upstash")
    .setSubject(url)
    .setIssuedAt(seconds)
    .setNotBefore(0)
    .setExpirationTime(seconds + lifetimeSeconds)
    .setJti(`jwt_${id}`)
    .sign(new TextEncoder().encode(key));
}
