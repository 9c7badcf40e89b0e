import type { Signer } from "@assay/core/ports";

/** A key that lives as long as the test. */
export async function createMemorySigner(kid = "memory-key"): Promise<Signer> {
  const pair = await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"]);
  const { x } = await crypto.subtle.exportKey("jwk", pair.publicKey);
  const publicKey = { kty: "OKP", crv: "Ed25519", x: x!, kid, createdAt: "2026-01-01T00:00:00.000Z" } as const;
  return {
    keyId: kid,
    publicKey,
    publicKeys: [publicKey],
    sign: async (bytes) =>
      new Uint8Array(await crypto.subtle.sign("Ed25519", pair.privateKey, bytes as Uint8Array<ArrayBuffer>)),
  };
}
