import { randomUUID } from "node:crypto";
import { open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { DocumentError } from "@assay/contract";
import type { MarkedFileStore, StoredFile } from "@assay/core/ports";
import { readFolderMarker, writeFolderMarker } from "./folder-marker.ts";
import { makeFolders, removeEmptyFolders, syncFolders } from "./folders.ts";
import { hashBytes } from "./hash-bytes.ts";
import { isErrno } from "./is-errno.ts";
import { readBytes } from "./read-bytes.ts";
import { onDisk, toStorageError } from "./storage-error.ts";
import { BYTES_FILE, CHECKSUM_FILE, writePart } from "./write-part.ts";

export interface FolderFileStoreOptions {
  /** Made by `writeMarker` alone: a root that is missing is a disk that is missing. Nothing else may live in it. */
  readonly root: string;
  /** Whether `writeMarker` makes a root that is missing; default true. A folder that is mounted must be there. */
  readonly rootIsMade?: boolean;
  /** Parts that other processes of a shared folder may still write are younger; default 0, for a folder of one process. */
  readonly partsStaleAfterMs?: number;
  /** Default Node's. */
  readonly open?: typeof open;
}

export interface FolderFileStore extends MarkedFileStore {
  /** Removes what interrupted writes and deletions of an earlier process left; returns how many. */
  removeStaleParts(): Promise<number>;
}

const PARTS_FOLDER = ".parts";
const KEY = /^[0-9a-f-]+(\/[0-9a-f-]+)*$/;
const PUBLISH_ATTEMPTS_MAX = 20;

/**
 * Keeps files under `root`. A file is a folder `<key>.file` that holds the bytes and their checksum; it is written
 * aside and renamed into place, so that both appear, and disappear, at once. Writing a key again is refused unless the
 * bytes are equal.
 */
export function createFolderFileStore(options: FolderFileStoreOptions): FolderFileStore {
  const root = resolve(options.root);
  const { open: openFile = open, rootIsMade = true, partsStaleAfterMs = 0 } = options;
  const partsFolder = join(root, PARTS_FOLDER);
  const createdAt = Date.now();
  const ownParts = new Set<string>();

  function folderOf(key: string): string {
    if (!KEY.test(key)) {
      throw new TypeError(
        `Cannot use a file key because it must match ${KEY.source}: current value is ${JSON.stringify(key)}`,
      );
    }
    return join(root, `${key}.file`);
  }

  async function withPart<T>(work: (part: string) => Promise<T>): Promise<T> {
    const name = randomUUID();
    const part = join(partsFolder, name);
    ownParts.add(name);
    try {
      await onDisk(() => makeFolders(partsFolder, root));
      return await work(part);
    } finally {
      // What a failing disk keeps goes with the next start.
      await rm(part, { recursive: true, force: true }).catch(() => {});
      ownParts.delete(name);
    }
  }

  async function readStat(folder: string): Promise<StoredFile | null> {
    try {
      const [{ size }, sha256] = await Promise.all([
        stat(join(folder, BYTES_FILE)),
        readFile(join(folder, CHECKSUM_FILE), "utf8"),
      ]);
      return { sizeBytes: size, sha256 };
    } catch (error) {
      if (isErrno(error, "ENOENT")) return null;
      throw error;
    }
  }

  async function publish(part: string, folder: string, written: StoredFile, attempt = 1): Promise<void> {
    try {
      await makeFolders(dirname(folder), root);
      await rename(part, folder);
    } catch (error) {
      // A deletion next to us may remove the parent folder between the two calls.
      if (isErrno(error, "ENOENT") && attempt < PUBLISH_ATTEMPTS_MAX) {
        return publish(part, folder, written, attempt + 1);
      }
      if (!isErrno(error, "ENOTEMPTY", "EEXIST")) throw error;
      if ((await readStat(folder))?.sha256 === written.sha256) return;
      throw new Error("Cannot store a file because the key already holds other bytes: a key is written once", {
        cause: error,
      });
    }
    await syncFolders(dirname(folder), root);
  }

  return {
    async put(key, body, { limitBytes }) {
      const folder = folderOf(key);
      return withPart(async (part) => {
        const written = await writePart(part, body, { limitBytes, open: openFile });
        await onDisk(() => publish(part, folder, written));
        return written;
      });
    },

    async get(key, range) {
      const path = join(folderOf(key), BYTES_FILE);
      try {
        return readBytes(await openFile(path, "r"), range);
      } catch (error) {
        if (!isErrno(error, "ENOENT")) throw toStorageError(error);
        throw new DocumentError("OBJECT_MISSING", "Cannot read a stored file because it is missing", { cause: error });
      }
    },

    async stat(key) {
      const folder = folderOf(key);
      return onDisk(() => readStat(folder));
    },

    async rehash(key, onChunk) {
      const path = join(folderOf(key), BYTES_FILE);
      try {
        return await hashBytes(readBytes(await openFile(path, "r")), onChunk);
      } catch (error) {
        if (isErrno(error, "ENOENT")) return null;
        throw toStorageError(error);
      }
    },

    async delete(key) {
      const folder = folderOf(key);
      await withPart(async (part) => {
        try {
          await rename(folder, part);
        } catch (error) {
          if (isErrno(error, "ENOENT")) return;
          throw toStorageError(error);
        }
        await onDisk(() => syncFolders(dirname(folder), root));
      });
      await onDisk(() => removeEmptyFolders(dirname(folder), root));
    },

    async check() {
      await withPart((part) => onDisk(() => writeFile(part, "probe")));
    },

    readMarker: () => onDisk(() => readFolderMarker(root)),
    writeMarker: (text) => onDisk(() => writeFolderMarker(root, text, { rootIsMade })),

    async removeStaleParts() {
      let removed = 0;
      for (const name of await listParts(partsFolder)) {
        const part = join(partsFolder, name);
        if (ownParts.has(name) || (await lastWriteMs(part)) >= createdAt - partsStaleAfterMs) continue;
        await rm(part, { recursive: true, force: true });
        removed += 1;
      }
      return removed;
    },
  };
}

async function listParts(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isErrno(error, "ENOENT")) return [];
    throw error;
  }
}

/** When the part was last written to; another process that shares the folder may be writing it now. */
async function lastWriteMs(part: string): Promise<number> {
  try {
    return (await stat(join(part, BYTES_FILE))).mtimeMs;
  } catch (error) {
    if (isErrno(error, "ENOENT", "ENOTDIR")) return (await stat(part)).mtimeMs;
    throw error;
  }
}
