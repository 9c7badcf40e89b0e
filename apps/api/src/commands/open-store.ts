import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createFileGuard } from "@assay/core/files";
import type { FileStore } from "@assay/core/ports";
import type { Database } from "@assay/db";
import type { Config } from "../config.ts";
import { chooseStore } from "../parts/files.ts";
import { keepsFiles } from "../parts/folder.ts";
import { encryption } from "../parts/guard-store.ts";
import { configuredKeyWrapper } from "../parts/key-wrapper.ts";
import { supabaseParts } from "../parts/supabase.ts";

/**
 * The store of this deployment's files, for a command, with the keys of its tenants. Throws UnavailableError where it is
 * another one's, or cannot be reached.
 */
export async function openStore(config: Config, db: Database): Promise<FileStore> {
  if (keepsFiles(config)) await mkdir(join(config.ASSAY_DATA_DIR, "files"), { recursive: true });
  const store = chooseStore(config, supabaseParts(config), config.ASSAY_DATA_DIR);
  const files = createFileGuard({ store, open: encryption(configuredKeyWrapper(config)) })(db);
  await files.check();
  return files;
}
