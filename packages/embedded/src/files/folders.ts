import { type FileHandle, mkdir, open, rmdir } from "node:fs/promises";
import { dirname } from "node:path";
import { isErrno } from "./is-errno.ts";

/** Makes the entries of `folder` and of each folder above it, up to `root`, survive a power cut. */
export async function syncFolders(folder: string, root: string): Promise<void> {
  for (const each of foldersUpTo(folder, root)) {
    await syncFolder(each);
  }
  await syncFolder(root);
}

/** Makes `folder` and those above it up to `root`, which must be there: an unmounted disk must not be made up for. */
export async function makeFolders(folder: string, root: string): Promise<void> {
  for (const each of [...foldersUpTo(folder, root)].reverse()) {
    try {
      await mkdir(each);
    } catch (error) {
      if (!isErrno(error, "EEXIST")) throw error;
    }
  }
}

/** Removes `folder` and those above it as long as they are empty; `root` stays. */
export async function removeEmptyFolders(folder: string, root: string): Promise<void> {
  for (const each of foldersUpTo(folder, root)) {
    try {
      await rmdir(each);
    } catch (error) {
      if (isErrno(error, "ENOENT")) continue;
      if (isErrno(error, "ENOTEMPTY", "EEXIST")) return;
      throw error;
    }
  }
}

function* foldersUpTo(folder: string, root: string): Generator<string> {
  for (let each = folder; each.length > root.length && each.startsWith(root); each = dirname(each)) yield each;
}

async function syncFolder(folder: string): Promise<void> {
  let handle: FileHandle;
  try {
    handle = await open(folder, "r");
  } catch (error) {
    // Emptied and removed by a deletion next to us: the folder above it is what counts then.
    if (isErrno(error, "ENOENT")) return;
    throw error;
  }
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
