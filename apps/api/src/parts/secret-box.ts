import { join } from "node:path";
import type { SecretBox } from "@assay/core/ports";
import { findLocalSecretKeys, openLocalSecretKeys } from "@assay/embedded/local-secret-box";
import { createSecretBox, type SecretKeys } from "@assay/embedded/secret-box";
import type { Config } from "../config.ts";
import { SECRET_KEY_FOLDER } from "../data-folder.ts";
import { keepsState } from "./folder.ts";

/** The configured keys of webhook secrets, else those in the data folder, made at the first start. */
export async function openSecretBox(config: Config, dataDir: string): Promise<SecretBox | undefined> {
  if (config.WEBHOOK_SECRET_KEY) return createSecretBox(config.WEBHOOK_SECRET_KEY);
  if (!keepsSecretKeys(config)) return undefined;
  return createSecretBox(await openLocalSecretKeys(join(dataDir, SECRET_KEY_FOLDER)));
}

/** What seals secrets now, without making anything. */
export async function findSecretKeys(config: Config): Promise<SecretKeys | undefined> {
  if (config.WEBHOOK_SECRET_KEY) return config.WEBHOOK_SECRET_KEY;
  return keepsSecretKeys(config) ? findLocalSecretKeys(join(config.ASSAY_DATA_DIR, SECRET_KEY_FOLDER)) : undefined;
}

/** A key in one folder is of no use to processes that share a database: they need the setting. */
export function keepsSecretKeys(config: Config): boolean {
  return keepsState(config) && !config.QSTASH_TOKEN;
}
