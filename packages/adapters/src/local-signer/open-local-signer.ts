import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { PublicSigningKey, Signer } from "@assay/core/ports";
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from "jose";
import { z } from "zod";
import { openStateFile } from "../local-identity/state-file.ts";

const publicKey = z.object({
  kty: z.literal("OKP"),
  crv: z.literal("Ed25519"),
  x: z.string(),
  kid: z.string(),
  createdAt: z.string(),
});
const keyFile = z.object({ current: publicKey.extend({ d: z.string() }), retired: z.array(publicKey) });
type KeyFile = z.infer<typeof keyFile>;

/** The Ed25519 key of this installation: made once, in a file that its owner alone can read. */
export async function openLocalSigner(dir: string): Promise<Signer> {
  const { current, retired } = (await openKeyFile(dir)).read();
  const { d, ...open } = current;
  const privateKey = await crypto.subtle.importKey(
    "jwk",
    { kty: "OKP", crv: "Ed25519", x: open.x, d },
    "Ed25519",
    false,
    ["sign"],
  );
  return {
    keyId: open.kid,
    publicKey: open,
    publicKeys: [open, ...retired],
    sign: async (bytes) =>
      new Uint8Array(await crypto.subtle.sign("Ed25519", privateKey, bytes as Uint8Array<ArrayBuffer>)),
  };
}

/** Puts a new key in force; the public half of the old one stays listed. Answers the new key. */
export async function rotateLocalSigner(dir: string): Promise<PublicSigningKey> {
  const file = await openKeyFile(dir);
  const next = await makeKey();
  await file.update((draft) => {
    const { d: _, ...old } = draft.current;
    draft.retired.unshift(old);
    draft.current = next;
  });
  const { d: _, ...open } = next;
  return open;
}

async function openKeyFile(dir: string) {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  return openStateFile({
    path: join(dir, "checkpoint-keys.json"),
    schema: keyFile,
    initial: async () => ({ current: await makeKey(), retired: [] }),
  });
}

async function makeKey(): Promise<KeyFile["current"]> {
  const { privateKey } = await generateKeyPair("EdDSA", { crv: "Ed25519", extractable: true });
  const jwk = await exportJWK(privateKey);
  const { kty, crv, x } = jwk;
  const kid = await calculateJwkThumbprint({ kty: kty!, crv: crv!, x: x! });
  return keyFile.shape.current.parse({ ...jwk, kid, createdAt: new Date().toISOString() });
}
