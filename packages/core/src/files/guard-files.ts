import { DocumentError, UnavailableError } from "@assay/contract";
import type { Database } from "@assay/db";
import type { FileStore, MarkedFileStore, StoredFile } from "../ports/file-store.ts";
import { nullWhereMissing } from "../stored-file.ts";
import { adoptUnmarked, loadDeployment, recordMarked } from "./adopt-store.ts";

export interface FileGuardOptions {
  readonly store: MarkedFileStore;
  /** How its files are read and written, where that needs the database; default: as they are. */
  open?(store: MarkedFileStore, db: Database): MarkedFileStore;
  /** Told once when the store gets its marker. */
  onAdopted?(found: { readonly documents: number }): void;
}

/** After a store was found not to be adopted: a sample is not drawn for each request. */
const REFUSED_FOR_MS = 30_000;

/**
 * Makes a file store that is known to be this deployment's: by the marker in its root, read before each write and
 * whenever something is not found. An empty folder in place of an unmounted disk would otherwise pass for lost files.
 * What was learnt is kept for every database handle that it is made with.
 */
export function createFileGuard({
  store,
  open = (each) => each,
  onAdopted,
}: FileGuardOptions): (db: Database) => FileStore {
  let deploymentId: string | undefined;
  let noted = false;
  let refusedAt = Number.NEGATIVE_INFINITY;

  async function adopt(db: Database, id: string): Promise<void> {
    if (performance.now() - refusedAt < REFUSED_FOR_MS) throw withoutMarker();
    const adopted = await adoptUnmarked(db, open(store, db), id);
    if (adopted) return onAdopted?.(adopted);
    refusedAt = performance.now();
    throw withoutMarker();
  }

  async function requireOwnMarker(db: Database): Promise<void> {
    deploymentId ??= (await loadDeployment(db)).id;
    const marker = await store.readMarker();
    if (marker === null) await adopt(db, deploymentId);
    else if (marker !== deploymentId) throw ofAnother();
    if (noted) return;
    await recordMarked(db);
    noted = true;
  }

  return (db) => guarded(open(store, db), () => requireOwnMarker(db));
}

function guarded(store: MarkedFileStore, requireOwnMarker: () => Promise<void>): FileStore {
  /** What is not found is looked for again between two readings of the marker: so it is the file that is absent. */
  async function look<T>(act: () => Promise<T | null>): Promise<T | null> {
    const found = await act();
    if (found !== null) return found;
    await requireOwnMarker();
    const again = await act();
    if (again === null) await requireOwnMarker();
    return again;
  }

  return {
    async put(key, body, options) {
      await requireOwnMarker();
      return store.put(key, body, options);
    },
    async get(key, range) {
      const body = await look(() => store.get(key, range).catch(nullWhereMissing));
      if (body) return body;
      throw new DocumentError("OBJECT_MISSING", "Cannot read a stored file because it is missing");
    },
    stat: (key) => look(() => store.stat(key)),
    rehash: (key, onChunk) => look(() => store.rehash(key, onChunk)),
    async delete(key) {
      await requireOwnMarker();
      await store.delete(key);
    },
    async check() {
      await requireOwnMarker();
      await store.check();
    },
    ...(store.encrypt && {
      async encrypt(key: string, recorded: StoredFile) {
        await requireOwnMarker();
        return store.encrypt!(key, recorded);
      },
    }),
  };
}

function withoutMarker(): UnavailableError {
  return new UnavailableError(
    "files",
    "Cannot use the file store because its marker is missing: restore the disk or bucket that has the files, or run `npm run doctor -- --adopt-store`",
  );
}

function ofAnother(): UnavailableError {
  return new UnavailableError(
    "files",
    "Cannot use the file store because its marker names another deployment: check DATABASE_URL and the setting of the file store (ASSAY_DATA_DIR, FILES_DIR, S3_BUCKET, SUPABASE_BUCKET), or run `npm run doctor -- --adopt-store`",
  );
}
