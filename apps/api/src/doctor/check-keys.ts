import { join } from "node:path";
import { inspectCheckpointKeys, type KeyInspection } from "@assay/core/audit";
import type { PublicSigningKey } from "@assay/core/ports";
import { createKeySigner, publicHalf, type SigningKeys } from "@assay/embedded/key-signer";
import { findLocalKeys } from "@assay/embedded/local-signer";
import type { Config } from "../config.ts";
import { CHECKPOINT_KEY_FOLDER } from "../data-folder.ts";
import { connectTo } from "../parts/database.ts";
import { findEarlierKeys } from "../parts/signer.ts";
import type { Finding } from "./finding.ts";

/** Which key signs audit checkpoints, and whether those of before still verify. */
export async function checkKeys(config: Config): Promise<Finding[]> {
  const { CHECKPOINT_SIGNING_KEY: setting } = config;
  const kept = await findLocalKeys(join(config.ASSAY_DATA_DIR, CHECKPOINT_KEY_FOLDER));
  const keys = setting ?? kept;
  if (!keys) return [{ ok: true, text: "Audit checkpoints: the first start creates the key" }];
  const found = await inspect(config, keys);
  return [
    { ok: true, text: describeKey(keys, setting ? "CHECKPOINT_SIGNING_KEY" : "the data folder", found?.known ?? []) },
    ...(setting && kept ? compare(setting, kept) : []),
    ...(found ? problemsOf(found) : []),
  ];
}

/** Undefined where there is no server to ask, or it cannot be asked: what is wrong with it is said elsewhere. */
async function inspect(config: Config, keys: SigningKeys): Promise<KeyInspection | undefined> {
  if (!config.DATABASE_URL) return undefined;
  const { db, close } = connectTo(config.DATABASE_URL, config, { poolSize: 1 });
  try {
    return await inspectCheckpointKeys(db, await createKeySigner(keys), await findEarlierKeys(config, db));
  } catch {
    return undefined;
  } finally {
    await close();
  }
}

function describeKey({ current }: SigningKeys, from: string, known: readonly PublicSigningKey[]): string {
  const earlier = known.filter(({ kid }) => kid !== current.kid).length;
  const also = earlier === 0 ? "" : `; earlier keys that stay valid: ${earlier}`;
  return `Audit checkpoints are signed with key ${current.kid} of ${from}${also}`;
}

function compare(setting: SigningKeys, kept: SigningKeys): Finding[] {
  const { kid } = publicHalf(kept.current);
  if (setting.current.kid === kid) return [];
  return [
    {
      ok: true,
      text: `The data folder keeps another key, ${kid}, which no longer signs: \`npm run checkpoint-key:export\` prints it as the setting`,
    },
  ];
}

function problemsOf({ unknown, unconfirmed }: KeyInspection): Finding[] {
  return [
    ...unknown.map(({ keyId, checkpoints }) => ({
      ok: false,
      text: `Key ${keyId} signed ${checkpoints} checkpoints and is not known, so they are not valid: if it is yours, run \`npm run checkpoint-key:keep -- <file>\` with the checkpoint-keys.json of the data folder where it was created; processes that share a database need the same CHECKPOINT_SIGNING_KEY`,
    })),
    ...unconfirmed.map((keyId) => ({
      ok: false,
      text: `Key ${keyId} is listed in the database and no known key confirms it, so it does not count: if it is yours, run \`npm run checkpoint-key:keep -- <file>\`; if it is not, find out who wrote to the table checkpoint_keys`,
    })),
  ];
}
