import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { PublicSigningKey, Signer } from "@assay/core/ports";
import { createKeySigner } from "../key-signer/create-key-signer.ts";
import {
  makeSigningKeys,
  publicHalf,
  rotateSigningKeys,
  type SigningKeys,
  signingKeys,
} from "../key-signer/signing-keys.ts";
import { openStateFile, readStateFile } from "../state-file/index.ts";

const KEY_FILE = "checkpoint-keys.json";

/** The Ed25519 key of this installation: made once, in a file that its owner alone can read. */
export async function openLocalSigner(dir: string): Promise<Signer> {
  return createKeySigner((await openKeyFile(dir)).read());
}

/** Activates a new key; the public half of the old one stays listed. Returns the new key. */
export async function rotateLocalSigner(dir: string): Promise<PublicSigningKey> {
  const file = await openKeyFile(dir);
  const next = await rotateSigningKeys(file.read());
  await file.update((draft) => {
    Object.assign(draft, next);
  });
  return publicHalf(next.current);
}

/** What an installation keeps, or undefined where it keeps none. Makes nothing, and needs no lock. */
export function findLocalKeys(dir: string): Promise<SigningKeys | undefined> {
  return readStateFile({ path: join(dir, KEY_FILE), schema: signingKeys });
}

async function openKeyFile(dir: string) {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  return openStateFile({ path: join(dir, KEY_FILE), schema: signingKeys, initial: makeSigningKeys });
}
