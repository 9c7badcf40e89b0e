import { join } from "node:path";
import { createFolderFileStore } from "@assay/adapters/files";
import type { FileStore, MarkedFileStore } from "@assay/core/ports";
import type { Database } from "@assay/db";
import { describeError, type Logger } from "../logger.ts";
import { guardStore } from "./guard-store.ts";

/** Where original files are kept: in a bucket of Supabase, else in the data folder. */
export function chooseStore(supabase: { readonly files: MarkedFileStore } | undefined, dataDir: string) {
  return supabase?.files ?? folderStore(dataDir);
}

function folderStore(dataDir: string): MarkedFileStore & { prepare(): Promise<unknown> } {
  const store = createFolderFileStore({ root: join(dataDir, "files") });
  return { ...store, prepare: () => store.removeStaleParts() };
}

/**
 * The file store, guarded. One that cannot be used does not keep the service from starting: what needs it waits.
 */
export async function openFiles(
  store: MarkedFileStore & { prepare?(): Promise<unknown> },
  db: Database,
  logger: Logger,
): Promise<FileStore> {
  const files = guardStore(store, logger)(db);
  try {
    await files.check();
    await store.prepare?.();
  } catch (error) {
    logger.error("files.unavailable", describeError(error));
  }
  return files;
}
