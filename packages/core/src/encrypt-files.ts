import { type Database, documents, fileKeys } from "@assay/db";
import { and, eq, inArray, isNull, lt, sql } from "drizzle-orm";
import { recordAudit } from "./audit/record-audit.ts";
import { destroyFileKeys } from "./file-keys/destroy-file-keys.ts";
import type { Encrypted, EncryptingFileStore } from "./file-keys/encrypt-store.ts";
import { listParts, listTenants, pagesOfDocuments, type RecordedFile } from "./recorded-files.ts";
import { systemActor } from "./tenancy/context.ts";
import { isErasing } from "./tenancy/require-not-erasing.ts";
import { inSystem, inTenant } from "./tenancy/transact.ts";

export interface FilesEncryption {
  readonly db: Database;
  readonly store: EncryptingFileStore;
  /** Default every tenant. */
  readonly tenantId?: string | undefined;
  /** Earlier keys that were retired before are destroyed once nothing needs them: longer ago than the slowest upload takes. */
  readonly retiredBefore: Date;
  /** Called after each page of files. */
  onProgress?(soFar: EncryptedFiles): void;
}

export interface EncryptedFiles {
  encrypted: number;
  encryptedBytes: number;
  /** Under the active key already. */
  found: number;
  /** Earlier keys of tenants that no file needs any more, erased from the database. */
  destroyedKeys: number;
  /** Names of files that the store does not have, or has with other bytes: they stay as they are. */
  readonly missing: string[];
  readonly damaged: string[];
}

const AT_A_TIME = 2;

/**
 * Puts every original that the database records under its tenant's active key, one by one, each verified by its SHA-256
 * before what it replaces is deleted. Resumes where an earlier call ended, and may run next to a service that has the same
 * keys.
 */
export async function encryptFiles(options: FilesEncryption): Promise<EncryptedFiles> {
  const { db, store, onProgress } = options;
  const done: EncryptedFiles = {
    ...{ encrypted: 0, encryptedBytes: 0, found: 0, destroyedKeys: 0 },
    ...{ missing: [], damaged: [] },
  };
  for (const tenantId of options.tenantId ? [options.tenantId] : await listTenants(db)) {
    // It gets no keys any more.
    if (await inSystem(db, (tx) => isErasing(tx, tenantId))) continue;
    const problemsBefore = done.damaged.length;
    for await (const page of pagesOfDocuments(db, tenantId)) {
      await encryptAll(page, options, done);
      await removeDeleted(db, tenantId, page, store);
      onProgress?.(done);
    }
    await encryptAll(await listParts(db, tenantId, store), options, done);
    if (done.damaged.length === problemsBefore) done.destroyedKeys += await closeTenant(options, tenantId);
  }
  return done;
}

async function encryptAll(
  files: readonly RecordedFile[],
  { store }: FilesEncryption,
  done: EncryptedFiles,
): Promise<void> {
  for (let at = 0; at < files.length; at += AT_A_TIME)
    await Promise.all(
      files.slice(at, at + AT_A_TIME).map(async (file) => note(file, await store.encrypt(file.key, file), done)),
    );
}

function note({ key, sizeBytes }: RecordedFile, outcome: Encrypted, done: EncryptedFiles): void {
  switch (outcome) {
    case "encrypted":
      done.encrypted += 1;
      done.encryptedBytes += sizeBytes;
      return;
    case "found":
      done.found += 1;
      return;
    case "missing":
      done.missing.push(key);
      return;
    case "damaged":
      done.damaged.push(key);
      return;
    default:
      outcome satisfies never;
  }
}

/** Of documents that were deleted while their file was encrypted, the copy may have come after the deletion. */
async function removeDeleted(
  db: Database,
  tenantId: string,
  page: readonly RecordedFile[],
  store: EncryptingFileStore,
): Promise<void> {
  const ids = page.map(({ key }) => key.slice(tenantId.length + 1));
  const rows = await inTenant({ db, tenantId }, (tx) =>
    tx
      .select({ id: documents.id })
      .from(documents)
      .where(and(eq(documents.tenantId, tenantId), inArray(documents.id, ids))),
  );
  const left = new Set(rows.map(({ id }) => id));
  for (const id of ids) if (!left.has(id)) await store.delete(`${tenantId}/${id}`);
}

/** Records that the active key covers all files; earlier keys that nothing has used for long enough are destroyed. */
async function closeTenant({ db, retiredBefore }: FilesEncryption, tenantId: string): Promise<number> {
  return inTenant({ db, tenantId }, async (tx) => {
    const ofTenant = eq(fileKeys.tenantId, tenantId);
    await tx
      .update(fileKeys)
      .set({ coversAllAt: sql`now()` })
      .where(and(ofTenant, isNull(fileKeys.retiredAt), isNull(fileKeys.destroyedAt)));
    const unused = await tx
      .select({ id: fileKeys.id })
      .from(fileKeys)
      .where(and(ofTenant, lt(fileKeys.retiredAt, retiredBefore), isNull(fileKeys.destroyedAt)));
    const events = unused.length === 0 ? [] : await destroyFileKeys(tx, { tenantId, ids: unused.map(({ id }) => id) });
    await recordAudit(tx, systemActor(tenantId), ...events);
    return events.length;
  });
}
