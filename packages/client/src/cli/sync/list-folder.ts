import { createReadStream, type Dirent } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileFromPath } from "../../node/file-from-path.ts";
import { usageError } from "../exit-codes.ts";
import { type Digest, digestStream } from "./digest-stream.ts";
import { type FolderEntry, findPathFault, type Listing, type ListOptions, type UnreadEntry } from "./folder-entry.ts";

interface Found {
  readonly at: string;
  readonly path: string;
}

/** The files of a folder and its subfolders with their hashes. Throws CommandError USAGE for what is no folder. */
export async function listFolder(folder: string, { exclude, signal, onProgress }: ListOptions): Promise<Listing> {
  const top = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    throw usageError(`Cannot read '${folder}': ${error.code === "ENOENT" ? "there is no such folder" : error.message}`);
  });
  if (!top.isDirectory()) throw usageError(`Cannot sync '${folder}' because it is no folder`);
  const found: Found[] = [];
  const unread: UnreadEntry[] = [];
  let skipped = 0;
  const walk = async (at: string, prefix: string): Promise<void> => {
    signal.throwIfAborted();
    const children = await readdir(at, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
      unread.push({ path: prefix || "/", reason: reasonOf(error) });
      return [] as Dirent[];
    });
    for (const child of children.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = `${prefix}${child.name.normalize("NFC")}`;
      const isFolder = child.isDirectory();
      if (exclude(path, isFolder)) continue;
      if (child.name.startsWith(".") || !(isFolder || child.isFile())) skipped++;
      else if (isFolder) await walk(join(at, child.name), `${path}/`);
      else found.push({ at: join(at, child.name), path });
    }
  };
  await walk(folder, "");
  const entries: FolderEntry[] = [];
  const taken = new Set<string>();
  for (const { at, path } of found) {
    const fault = findPathFault(path, taken);
    const hashed = fault ?? (await hashFile(at, signal));
    if (typeof hashed === "string") unread.push({ path, reason: hashed });
    else entries.push({ path, ...hashed, open: () => fileFromPath(at, { name: basename(path) }) });
    taken.add(path);
    onProgress(entries.length);
  }
  return { entries, unread, skipped };
}

/** Why it cannot be read, or what is in it. */
async function hashFile(at: string, signal: AbortSignal): Promise<string | Digest> {
  try {
    return await digestStream(createReadStream(at, { signal }));
  } catch (error) {
    signal.throwIfAborted();
    return reasonOf(error as NodeJS.ErrnoException);
  }
}

function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  return code === "EACCES" || code === "EPERM" ? "you may not read it" : (code ?? message);
}
