import { join } from "node:path";
import type { FileStore, MarkedFileStore } from "@assay/core/ports";
import type { Database } from "@assay/db";
import { createFolderFileStore, type FolderFileStoreOptions } from "@assay/embedded/files";
import type { Config } from "../config.ts";
import { describeError } from "../logger.ts";
import { guardStore, type StoreOptions } from "./guard-store.ts";
import { remoteFiles } from "./remote-files.ts";

/** Where original files are kept: in a folder of their own, in a bucket, else in the data folder. Throws ConfigError. */
export function chooseStore(
  config: Config,
  supabase: { readonly files: MarkedFileStore } | undefined,
  dataDir: string,
): MarkedFileStore & { prepare?(): Promise<unknown> } {
  const { FILES_DIR } = config;
  if (FILES_DIR)
    return folderStore({ root: FILES_DIR, rootIsMade: false, partsStaleAfterMs: config.limits.uploadReclaimMs });
  return remoteFiles(config, supabase) ?? folderStore({ root: join(dataDir, "files") });
}

function folderStore(options: FolderFileStoreOptions): MarkedFileStore & { prepare(): Promise<unknown> } {
  const store = createFolderFileStore(options);
  return { ...store, prepare: () => store.removeStaleParts() };
}

/**
 * The file store, guarded. One that cannot be used does not keep the service from starting: what needs it waits.
 */
export async function openFiles(
  store: MarkedFileStore & { prepare?(): Promise<unknown> },
  db: Database,
  options: StoreOptions,
): Promise<FileStore> {
  const files = guardStore(store, options)(db);
  try {
    await files.check();
    await store.prepare?.();
  } catch (error) {
    options.logger.error("files.unavailable", describeError(error));
  }
  return files;
}
