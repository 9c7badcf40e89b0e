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
  let loaded: Promise<(store: MarkedFileStore, db: Database) => MarkedFileStore> | undefined;
  const load = async () => {
    const { createEncryptingFileStore, createFileKeys } = await import("@assay/core/file-keys");
    const keysOf = createFileKeys(openWrapper);
    return (store: MarkedFileStore, db: Database) =>
      createEncryptingFileStore({ store, keys: keysOf(db), startSha256 });
  };
  return (store, db) => {
    const open = async () => {
      loaded ??= load();
      return (await loaded)(store, db);
    };
    return {
      ...store,
      put: async (...given) => (await open()).put(...given),
      get: async (...given) => (await open()).get(...given),
      stat: async (...given) => (await open()).stat(...given),
      rehash: async (...given) => (await open()).rehash(...given),
      delete: async (...given) => (await open()).delete(...given),
    };
  };
}
