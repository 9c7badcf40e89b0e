import type { CheckpointKey } from "../generated/admin-types.ts";

/** A public key of `/.well-known/assay-checkpoint-keys.json`. */
export type SignOffKey = Pick<CheckpointKey, "kid" | "x"> & Partial<Pick<CheckpointKey, "kty" | "crv">>;

interface Signed {
  readonly payload: string;
  readonly signature: string;
  readonly keyId: string;
}

/** What is wrong with an Ed25519 signature over the UTF-8 bytes of a payload. */
export async function findSignatureProblems(
  { payload, signature, keyId }: Signed,
  keys: readonly SignOffKey[],
): Promise<string[]> {
  const key = keys.find(({ kid }) => kid === keyId);
  if (!key) return [`the key '${keyId}' is not among those of the service`];
  return (await isSignedBy(key, signature, payload)) ? [] : ["the signature is not that of the payload"];
}

/** Never throws: what cannot be read is no signature. */
async function isSignedBy({ x }: SignOffKey, signature: string, payload: string): Promise<boolean> {
  try {
    const key = await crypto.subtle.importKey("jwk", { kty: "OKP", crv: "Ed25519", x }, "Ed25519", false, ["verify"]);
    const decoded = atob(signature.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(decoded, (character) => character.charCodeAt(0));
    return await crypto.subtle.verify("Ed25519", key, bytes, new TextEncoder().encode(payload));
  } catch {
    return false;
  }
}
