import { DocumentError, UnavailableError } from "@assay/contract";
import { type Database, fileKeys } from "@assay/db";
import { isNull } from "drizzle-orm";
import type { MarkedFileStore } from "../ports/file-store.ts";
import { nullWhereMissing } from "../stored-file.ts";
import { inSystem } from "../tenancy/transact.ts";

/**
 * A store without a key to encrypt with. Where a tenant has one, what is encrypted is not missing: the store cannot be used
 * for it, and nothing in it is deleted.
 */
export function createPlainFileStore(store: MarkedFileStore, db: Database): MarkedFileStore {
  let encrypted: boolean | undefined;
  let underWay: Promise<void> | undefined;
  const ask = () => {
    underWay ??= needsFileKeys(db)
      .then((needed) => {
        encrypted = needed;
      })
      .finally(() => {
        underWay = undefined;
      });
    return underWay;
  };
  async function requirePlain(): Promise<void> {
    if (await needsFileKeys(db)) throw withoutKey();
  }
  async function look<T>(act: () => Promise<T | null>): Promise<T | null> {
    const found = await act();
    if (found === null) await requirePlain();
    return found;
  }
  return {
    ...store,
    async get(name, range) {
      const body = await look(() => store.get(name, range).catch(nullWhereMissing));
      if (body) return body;
      throw new DocumentError("OBJECT_MISSING", "Cannot read a stored file because it is missing");
    },
    async put(...given) {
      await requirePlain();
      return store.put(...given);
    },
    stat: (name) => look(() => store.stat(name)),
    rehash: (name, onChunk) => look(() => store.rehash(name, onChunk)),
    async delete(name) {
      await requirePlain();
      await store.delete(name);
    },
    async check() {
      const answer = ask();
      // A database that does not respond is no fault of the store: what it last said holds until it responds.
      if (encrypted === undefined) await answer;
      else answer.catch(() => {});
      if (encrypted) throw withoutKey();
      await store.check();
    },
  };
}

/** Whether any tenant's files need a key. */
async function needsFileKeys(db: Database): Promise<boolean> {
  const [row] = await inSystem(db, (tx) =>
    tx.select({ id: fileKeys.id }).from(fileKeys).where(isNull(fileKeys.destroyedAt)).limit(1),
  );
  return row !== undefined;
}

function withoutKey(): UnavailableError {
  return new UnavailableError(
    "files",
    "Cannot use the file store because originals in it are encrypted and no key is configured: set FILES_KEY or FILES_KMS",
  );
}
