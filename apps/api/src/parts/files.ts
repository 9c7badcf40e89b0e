import { join } from "node:path";
import { createFolderFileStore } from "@assay/adapters/files";
import type { FileStore } from "@assay/core/ports";

/** Where original files are kept: in the data folder. */
export async function openFiles(dataDir: string): Promise<FileStore> {
  const files = createFolderFileStore({ root: join(dataDir, "files") });
  await files.removeStaleParts();
  return files;
}
