import { join } from "node:path";
import { keysThatSigned } from "@assay/core/audit";
import type { PublicSigningKey, Signer } from "@assay/core/ports";
import type { Database } from "@assay/db";
import { publicHalf } from "@assay/embedded/key-signer";
import { findLocalKeys, openLocalSigner } from "@assay/embedded/local-signer";
import type { Config } from "../config.ts";
import { CHECKPOINT_KEY_FOLDER } from "../data-folder.ts";
import { createKeptSigner } from "./kept-signer.ts";

/** The configured key of audit checkpoints, else the one in the data folder, made at the first start. */
export function openSigner({ CHECKPOINT_SIGNING_KEY }: Config, dataDir: string): Promise<Signer> {
  return CHECKPOINT_SIGNING_KEY
    ? createKeptSigner(CHECKPOINT_SIGNING_KEY)()
    : openLocalSigner(join(dataDir, CHECKPOINT_KEY_FOLDER));
}

/** Keys that the data folder still keeps from before CHECKPOINT_SIGNING_KEY was set, where they signed in this database. */
export async function findEarlierKeys(
  { CHECKPOINT_SIGNING_KEY, ASSAY_DATA_DIR }: Config,
  db: Database,
): Promise<readonly PublicSigningKey[]> {
  if (!CHECKPOINT_SIGNING_KEY) return [];
  const keys = await findLocalKeys(join(ASSAY_DATA_DIR, CHECKPOINT_KEY_FOLDER));
  return keys ? keysThatSigned(db, [publicHalf(keys.current), ...keys.retired]) : [];
}
