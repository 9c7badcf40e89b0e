import { join } from "node:path";
import { openLocalSigner } from "@assay/adapters/local-signer";
import type { Signer } from "@assay/core/ports";
import type { Config } from "../config.ts";
import { CHECKPOINT_KEY_FOLDER } from "../data-folder.ts";
import { createKeptSigner } from "./kept-signer.ts";

/** The configured key of audit checkpoints, else the one in the data folder, made at the first start. */
export function openSigner({ CHECKPOINT_SIGNING_KEY }: Config, dataDir: string): Promise<Signer> {
  return CHECKPOINT_SIGNING_KEY
    ? createKeptSigner(CHECKPOINT_SIGNING_KEY)()
    : openLocalSigner(join(dataDir, CHECKPOINT_KEY_FOLDER));
}
