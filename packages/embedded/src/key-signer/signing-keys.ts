import type { PublicSigningKey } from "@assay/core/ports";
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from "jose";
import { z } from "zod";

export const publicKey = z.object({
  kty: z.literal("OKP"),
  crv: z.literal("Ed25519"),
  x: z.string(),
  kid: z.string(),
  createdAt: z.string(),
});

/** The active Ed25519 key, as a JWK, and the public halves of those before it. */
export const signingKeys = z.object({ current: publicKey.extend({ d: z.string() }), retired: z.array(publicKey) });
export type SigningKeys = z.infer<typeof signingKeys>;

export async function makeSigningKeys(): Promise<SigningKeys> {
  return { current: await makeKey(), retired: [] };
}

/** An active new key; the public half of the old one stays listed. */
export async function rotateSigningKeys({ current, retired }: SigningKeys): Promise<SigningKeys> {
  return { current: await makeKey(), retired: [publicHalf(current), ...retired] };
}

export function publicHalf({ kty, crv, x, kid, createdAt }: PublicSigningKey): PublicSigningKey {
  return { kty, crv, x, kid, createdAt };
}

async function makeKey(): Promise<SigningKeys["current"]> {
  const { privateKey } = await generateKeyPair("EdDSA", { crv: "Ed25519", extractable: true });
  const jwk = await exportJWK(privateKey);
  const { kty, crv, x } = jwk;
  const kid = await calculateJwkThumbprint({ kty: kty!, crv: crv!, x: x! });
  return signingKeys.shape.current.parse({ ...jwk, kid, createdAt: new Date().toISOString() });
}
