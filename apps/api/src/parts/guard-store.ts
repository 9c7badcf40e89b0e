import { createFileGuard, createPlainFileStore } from "@assay/core/files";
import type { FileStore, KeyWrapper, MarkedFileStore } from "@assay/core/ports";
import type { Database } from "@assay/db";
import type { Logger } from "../logger.ts";
import { startSha256 } from "../start-sha256.ts";

/** What seals the keys of tenants; undefined where originals are stored as they are. */
export type OpenWrapper = (() => Promise<KeyWrapper>) | undefined;

export interface StoreOptions {
  readonly openWrapper: OpenWrapper;
  readonly logger: Logger;
}

interface Opened {
  readonly files: Required<Omit<MarkedFileStore, "readMarker" | "writeMarker">>;
  checkKeys(): Promise<void>;
}

/** How long readiness goes by what a key service said last. */
const CHECKED = { okMs: 60_000, failedMs: 5000, nowMs: () => performance.now() };

/** Makes the file store that the service works with, for each handle of the database. */
export function guardStore(store: MarkedFileStore, { openWrapper, logger }: StoreOptions): (db: Database) => FileStore {
  return createFileGuard({
    store,
    open: encryption(openWrapper),
    onAdopted: ({ documents }) => logger.info("files.adopted", { documentsFound: documents }),
  });
}

/**
 * How a store's files are read and written: by keys that are unwrapped once for all handles of the database. What encrypts
 * is loaded where a key is configured.
 */
export function encryption(openWrapper: OpenWrapper): (store: MarkedFileStore, db: Database) => MarkedFileStore {
  if (!openWrapper) return createPlainFileStore;
  let loaded: Promise<(store: MarkedFileStore, db: Database) => Opened> | undefined;
  const load = async () => {
    const { createEncryptingFileStore, createFileKeys, createFileKeysCheck } = await import("@assay/core/file-keys");
    const keysOf = createFileKeys(openWrapper);
    const checkKeys = createFileKeysCheck(openWrapper, CHECKED);
    return (store: MarkedFileStore, db: Database) => ({
      files: createEncryptingFileStore({ store, keys: keysOf(db), startSha256 }),
      checkKeys: () => checkKeys(db),
    });
  };
  return (store, db) => {
    const open = async () => {
      loaded ??= load();
      return (await loaded)(store, db);
    };
    return {
      ...store,
      put: async (...given) => (await open()).files.put(...given),
      get: async (...given) => (await open()).files.get(...given),
      stat: async (...given) => (await open()).files.stat(...given),
      rehash: async (...given) => (await open()).files.rehash(...given),
      delete: async (...given) => (await open()).files.delete(...given),
      encrypt: async (...given) => (await open()).files.encrypt(...given),
      check: async () => {
        await store.check();
        await (await open()).checkKeys();
      },
    };
  };
}
