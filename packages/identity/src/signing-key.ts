import { hkdfSync } from "node:crypto";
import { join } from "node:path";
import { openStateFile } from "@assay/embedded/state-file";
import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JSONWebKeySet,
} from "jose";
import { z } from "zod";

export interface SigningKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  /** The public half alone. */
  readonly jwks: JSONWebKeySet;
  /** Encrypts what this issuer alone reads again: 32 bytes, the same wherever the key is. */
  readonly ownKey: Uint8Array;
  /** Signs the challenges of passkeys. */
  readonly passkeyKey: Uint8Array;
}

const privateJwk = z.object({
  kty: z.literal("EC"),
  crv: z.literal("P-256"),
  x: z.string(),
  y: z.string(),
  d: z.string(),
  kid: z.string(),
});

/** The ES256 key of this installation: made once, kept permanently. */
export async function openSigningKey(dir: string): Promise<SigningKey> {
  const file = await openStateFile({ path: join(dir, "signing-key.json"), schema: privateJwk, initial: makeKey });
  return toSigningKey(file.read());
}

export async function toSigningKey({ d, ...publicJwk }: z.infer<typeof privateJwk>): Promise<SigningKey> {
  return {
    kid: publicJwk.kid,
    privateKey: (await importJWK({ ...publicJwk, d }, "ES256")) as CryptoKey,
    ownKey: new Uint8Array(hkdfSync("sha256", d, "", "assay single sign-on", 32)),
    passkeyKey: new Uint8Array(hkdfSync("sha256", d, "", "assay passkeys", 32)),
    jwks: { keys: [{ ...publicJwk, alg: "ES256", use: "sig", key_ops: ["verify"] }] },
  };
}

async function makeKey() {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const jwk = await exportJWK(privateKey);
  return privateJwk.parse({ ...jwk, kid: await calculateJwkThumbprint(jwk) });
}
