import { createECDH, hkdfSync } from "node:crypto";
import { calculateJwkThumbprint } from "jose";
import { type SigningKey, toSigningKey } from "./signing-key.ts";

/** Of P-256. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
/** Eight more than the order has, so that the remainder favours no key. */
const SEED_BYTES = 40;

/** The ES256 key of all processes that have the same secret: nothing that is stored can sign a token. */
export async function deriveSigningKey(secret: string): Promise<SigningKey> {
  const seed = Buffer.from(hkdfSync("sha256", secret, "", "assay access tokens", SEED_BYTES)).toString("hex");
  const scalar = (BigInt(`0x${seed}`) % (ORDER - 1n)) + 1n;
  const d = Buffer.from(scalar.toString(16).padStart(64, "0"), "hex");
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(d);
  const point = pair.getPublicKey();
  const publicJwk = {
    kty: "EC" as const,
    crv: "P-256" as const,
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
  };
  const kid = await calculateJwkThumbprint(publicJwk);
  return toSigningKey({ ...publicJwk, kid, d: d.toString("base64url") });
}
