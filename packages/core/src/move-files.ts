import { AssayError, DocumentError } from "@assay/contract";
import { auditEntries, corpusIngestions, type Database, type Transaction } from "@assay/db";
import { and, asc, eq, gt, isNotNull, ne } from "drizzle-orm";
import { fileKey } from "./documents/register-upload.ts";
import { loadDeployment, recordMarked } from "./files/adopt-store.ts";
import { ingestionFileKey } from "./guidance/ingestions/create-ingestion.ts";
import type { MarkedFileStore } from "./ports/file-store.ts";
import { listParts, listTenants, pagesOfDocuments, type RecordedFile } from "./recorded-files.ts";
import { isSameFile, nullWhereMissing } from "./stored-file.ts";
import { inSystem, inTenant } from "./tenancy/transact.ts";

export interface FilesMove {
  readonly db: Database;
  readonly from: MarkedFileStore;
  readonly to: MarkedFileStore;
  /**
   * Nothing works with `from` any more: uploads that are under way come along, to continue in `to`. Before, no record
   * would be left of the parts of one that ends meanwhile.
   */
  readonly isLast?: boolean;
  /** Called after each page of files. */
  onProgress?(soFar: MovedFiles): void;
}

export interface MovedFiles {
  copied: number;
  copiedBytes: number;
  /** Found in the other store, with the size and checksum that the database records. */
  found: number;
  /** Of documents that were deleted since they were copied. */
  removed: number;
  /** Keys of files that the first store does not have, or has with other bytes: they are not copied. */
  readonly missing: string[];
  readonly damaged: string[];
}

const PAGE = 200;
const AT_A_TIME = 4;

/**
 * Copies every file that the database records from one store to another, each verified by its SHA-256, and takes out again
 * what was deleted meanwhile. Resumes where an earlier call ended, and may run next to a service that works with `from`:
 * what is stored after a file's turn is for the next call. Nothing is deleted in `from`. The marker comes last, so that
 * no service takes a store for the right one before. Throws INVALID_STATE for the store of another deployment.
 */
export async function moveFiles({ db, from, to, isLast, onProgress }: FilesMove): Promise<MovedFiles> {
  const { id } = await loadDeployment(db);
  if ((await from.readMarker()) !== id) throw notOurs("the store that the files are in");
  const marker = await to.readMarker();
  if (marker !== null && marker !== id) throw notOurs("the store that the files are to go to");
  const moved: MovedFiles = { copied: 0, copiedBytes: 0, found: 0, removed: 0, missing: [], damaged: [] };
  const tenantIds = await listTenants(db);
  for (const tenantId of tenantIds) {
    for await (const page of pagesOfDocuments(db, tenantId)) {
      await copyAll(page, { from, to }, moved);
      onProgress?.(moved);
    }
    if (isLast) await copyAll(await listParts(db, tenantId, from), { from, to }, moved);
    moved.removed += await removeDeleted(db, tenantId, to);
  }
  await copyAll(await listGuidance(db), { from, to }, moved);
  if (marker === null) await to.writeMarker(id);
  await recordMarked(db);
  return moved;
}

type Stores = Pick<FilesMove, "from" | "to">;

/** Copies files, a few at a time, each verified by its SHA-256; what is there already is found. */
export async function copyAll(files: readonly RecordedFile[], stores: Stores, moved: MovedFiles): Promise<void> {
  const left = [...files];
  const copyOn = async () => {
    try {
      for (let file = left.shift(); file; file = left.shift()) await copy(file, stores, moved);
    } catch (error) {
      left.length = 0;
      throw error;
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: AT_A_TIME }, copyOn));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}

async function copy(file: RecordedFile, { from, to }: Stores, moved: MovedFiles): Promise<void> {
  const { key, sizeBytes } = file;
  const there = await to.stat(key);
  if (there && isSameFile(there, file)) {
    moved.found += 1;
    return;
  }
  // A key is written once: what another call left damaged has to go first.
  if (there) await to.delete(key);
  const body = await from.get(key).catch(nullWhereMissing);
  if (!body) return void moved.missing.push(key);
  const stored = await to.put(key, body, { limitBytes: sizeBytes }).catch(undefinedWhereOther);
  if (stored && isSameFile(stored, file)) {
    moved.copied += 1;
    moved.copiedBytes += sizeBytes;
    return;
  }
  await to.delete(key);
  moved.damaged.push(key);
}

/** More bytes than were uploaded are other bytes, as are those that do not open with their key. */
function undefinedWhereOther(error: unknown): undefined {
  if (error instanceof AssayError && error.code === "FILE_TOO_LARGE") return;
  if (!(error instanceof DocumentError && error.code === "HASH_MISMATCH")) throw error;
}

/** The audit log keeps what was deleted, for ever. */
async function removeDeleted(db: Database, tenantId: string, to: MarkedFileStore): Promise<number> {
  const { sequence, action, objectId } = auditEntries;
  const pageAfter = (last: number) => (tx: Transaction) =>
    tx
      .select({ sequence, objectId })
      .from(auditEntries)
      .where(and(eq(auditEntries.tenantId, tenantId), eq(action, "document.deleted"), gt(sequence, last)))
      .orderBy(asc(sequence))
      .limit(PAGE);
  let removed = 0;
  let last = 0;
  for (;;) {
    const page = await inTenant({ db, tenantId }, pageAfter(last));
    for (const { objectId: documentId } of page) {
      const key = fileKey({ tenantId, documentId });
      if (!(await to.stat(key))) continue;
      await to.delete(key);
      removed += 1;
    }
    if (page.length < PAGE) return removed;
    last = page.at(-1)!.sequence;
  }
}

/** Of every pack, no matter whose it is. */
async function listGuidance(db: Database): Promise<RecordedFile[]> {
  const { id, sizeBytes, sha256Hash, status } = corpusIngestions;
  const rows = await inSystem(db, (tx) =>
    tx
      .select({ id, sizeBytes, sha256: sha256Hash })
      .from(corpusIngestions)
      .where(and(ne(status, "FAILED"), isNotNull(sha256Hash))),
  );
  return rows.map((row) => ({ key: ingestionFileKey(row.id), sizeBytes: row.sizeBytes!, sha256: row.sha256! }));
}

function notOurs(store: string): AssayError {
  return new AssayError(
    "INVALID_STATE",
    `Cannot move files because the marker of ${store} is not that of this deployment: check its settings`,
  );
}
