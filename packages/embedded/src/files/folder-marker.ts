import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { syncFolders } from "./folders.ts";
import { isErrno } from "./is-errno.ts";

const MARKER = ".assay-deployment";

/** What is in the root's marker; null where the marker or the root is missing. */
export async function readFolderMarker(root: string): Promise<string | null> {
  try {
    return (await readFile(join(root, MARKER), "utf8")).trim();
  } catch (error) {
    if (isErrno(error, "ENOENT")) return null;
    throw error;
  }
}

/** Writes the marker aside and moves it into place, so that none is ever read half. */
export async function writeFolderMarker(
  root: string,
  text: string,
  { rootIsMade }: { readonly rootIsMade: boolean },
): Promise<void> {
  if (rootIsMade) await mkdir(root, { recursive: true });
  const aside = join(root, `${MARKER}.${crypto.randomUUID()}`);
  try {
    const file = await open(aside, "wx");
    try {
      await file.writeFile(`${text}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(aside, join(root, MARKER));
    await syncFolders(root, root);
  } finally {
    await rm(aside, { force: true });
  }
}
