import { join } from "node:path";
import { createFolderFileStore } from "@assay/adapters/files";
import type { FileStore } from "@assay/core/ports";

/** Where original files are kept: in a bucket of Supabase, else in the data folder. */
export async function openFiles(
  supabase: { readonly files: FileStore } | undefined,
  dataDir: string,
): Promise<FileStore> {
  if (supabase) return supabase.files;
  const files = createFolderFileStore({ root: join(dataDir, "files") });
  await files.removeStaleParts();
  return files;
}
