import type { Signer } from "@assay/core/ports";
import { publicHalf, type SigningKeys } from "./signing-keys.ts";

const PROBE = new TextEncoder().encode("assay");

/** Signs with the active key. Throws where it is no Ed25519 key or its halves do not belong together. */
export async function createKeySigner({ current, retired }: SigningKeys): Promise<Signer> {
  const { x, d } = current;
  const privateKey = await crypto.subtle.importKey("jwk", { kty: "OKP", crv: "Ed25519", x, d }, "Ed25519", false, [
    "sign",
  ]);
  const open = publicHalf(current);
  const sign = async (bytes: Uint8Array) =>
    new Uint8Array(await crypto.subtle.sign("Ed25519", privateKey, bytes as Uint8Array<ArrayBuffer>));
  await assertHalvesMatch(x, await sign(PROBE));
  return {
    keyId: open.kid,
    publicKey: open,
    publicKeys: [open, ...retired],
    sign,
  };
}

async function assertHalvesMatch(x: string, signature: Uint8Array<ArrayBuffer>): Promise<void> {
  const publicKey = await crypto.subtle.importKey("jwk", { kty: "OKP", crv: "Ed25519", x }, "Ed25519", false, [
    "verify",
  ]);
  if (!(await crypto.subtle.verify("Ed25519", publicKey, signature, PROBE)))
    throw new Error("Cannot sign with the key because its private key must match its public key 'x'");
}
