import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { addSecretKey, readSecretKeys, type SecretKeys, secretKeysToText } from "../secret-box/secret-keys.ts";
import { openStateFile, readStateFile } from "../state-file/index.ts";

const KEY_FILE = "secret-keys.json";

const file = z.object({ keys: z.string() });

/** The keys of this installation: made once, in a file that its owner alone can read. */
export async function openLocalSecretKeys(dir: string): Promise<SecretKeys> {
  return keysOf((await openKeyFile(dir)).read());
}

/** Activates a new key; those before it still open. Returns all of them. */
export async function rotateLocalSecretKeys(dir: string): Promise<SecretKeys> {
  const state = await openKeyFile(dir);
  const next = addSecretKey(keysOf(state.read()));
  await state.update((draft) => {
    draft.keys = secretKeysToText(next);
  });
  return next;
}

/** What an installation keeps, or undefined where it keeps none. Makes nothing, and needs no lock. */
export async function findLocalSecretKeys(dir: string): Promise<SecretKeys | undefined> {
  const kept = await readStateFile({ path: join(dir, KEY_FILE), schema: file });
  return kept && keysOf(kept);
}

async function openKeyFile(dir: string) {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const initial = () => ({ keys: secretKeysToText(addSecretKey()) });
  return openStateFile({ path: join(dir, KEY_FILE), schema: file, initial });
}

function keysOf({ keys }: z.infer<typeof file>): SecretKeys {
  const read = readSecretKeys(keys);
  if (!read) throw new Error(`Cannot read the keys of '${KEY_FILE}' because they must be base64url: restore the file`);
  return read;
}
