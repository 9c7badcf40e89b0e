import {
  corpusIngestions,
  type Database,
  documents,
  erasures,
  fileKeys,
  jobs,
  oneRow,
  type Transaction,
  uploads,
} from "@assay/db";
import { and, asc, type Column, eq, gt, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { fileKey } from "../documents/register-upload.ts";
import { partKey } from "../documents/uploads/find-upload.ts";
import { ingestionFileKey } from "../guidance/ingestions/create-ingestion.ts";
import type { FileStore } from "../ports/file-store.ts";
import { asSystem, inSystem, inTenant } from "../tenancy/transact.ts";

export type ErasedFiles = Pick<FileStore, "stat" | "delete">;

/** How long until it goes on. */
export interface Wait {
  readonly waitsMs: number;
}

type ErasureRow = typeof erasures.$inferSelect;

interface Owned {
  readonly id: string;
  /** Names in the store: of a file, or of parts of an upload. */
  readonly names: readonly string[];
  readonly isUpload: boolean;
}

const IDS = 50;
const FROM_START = { filesCounted: null, filesAfter: null };

/**
 * Counts some of the tenant's files, or deletes those that were counted, in the order of their ids, and notes how far it
 * got. What an upload stores that was under way goes last, once its time is over. Repeated, it does no harm.
 */
export async function deleteFiles(db: Database, files: ErasedFiles, erasure: ErasureRow): Promise<"more" | Wait> {
  const { erasedTenantId: tenantId, filesCounted, filesAfter, filesLate } = erasure;
  const isAtStart = filesCounted === null && filesAfter === null;
  if (isAtStart) {
    const waitsMs = await (filesLate ? readWait : readEncrypting)(db, tenantId);
    if (waitsMs > 0) return { waitsMs };
  }
  const { owned, placesOf } = await listOwned(db, tenantId, { after: filesAfter, late: filesLate });
  if (filesCounted !== filesAfter) {
    const counted = owned.filter(({ id }) => id <= filesCounted!);
    for (const place of counted.flatMap(({ names }) => names).flatMap(placesOf)) await files.delete(place);
    await note(db, erasure, { filesAfter: counted.at(-1)?.id ?? filesCounted });
  } else if (owned.length > 0) {
    const found = { files: 0, uploadParts: 0 };
    for (const { names, isUpload } of owned)
      for (const name of names) if (await isStored(files, placesOf(name))) found[isUpload ? "uploadParts" : "files"]++;
    await note(db, erasure, {
      filesCounted: owned.at(-1)!.id,
      files: sql`${erasures.files} + ${found.files}::int`,
      uploadParts: sql`${erasures.uploadParts} + ${found.uploadParts}::int`,
    });
  } else if (!filesLate) await note(db, erasure, { ...FROM_START, filesLate: true });
  else if ((await readWait(db, tenantId)) > 0) await note(db, erasure, FROM_START);
  else await note(db, erasure, { filesDoneAt: sql`now()` });
  return "more";
}

async function isStored(files: ErasedFiles, places: readonly string[]): Promise<boolean> {
  for (const place of places) if (await files.stat(place)) return true;
  return false;
}

type Change = { [K in keyof ErasureRow]?: ErasureRow[K] | SQL };

/** Unless another one that did the same has noted it. */
async function note(db: Database, { id, filesCounted, filesAfter, filesLate }: ErasureRow, change: Change) {
  const isUnchanged = and(
    sql`${erasures.filesCounted} is not distinct from ${filesCounted}::uuid`,
    sql`${erasures.filesAfter} is not distinct from ${filesAfter}::uuid`,
    eq(erasures.filesLate, filesLate),
  );
  await inSystem(db, (tx) =>
    tx
      .update(erasures)
      .set(change)
      .where(and(eq(erasures.id, id), isNull(erasures.filesDoneAt), isUnchanged)),
  );
}

const msUntil = (last: Column) =>
  sql<number>`coalesce(ceil(greatest(0, extract(epoch from max(${last}) - now()) * 1000)), 0)::float8`;

/** How long uploads, and attempts that bring in guidance, that were under way may still store something. */
function readWait(db: Database, tenantId: string): Promise<number> {
  return inTenant({ db, tenantId }, async (tx) => {
    const announced = await tx
      .select({ ms: msUntil(jobs.availableAt) })
      .from(jobs)
      .where(and(isAnnounced(tenantId), inArray(jobs.state, ["PENDING", "RUNNING"])));
    const fetching = await tx
      .select({ ms: msUntil(jobs.leaseUntil) })
      .from(jobs)
      .where(and(eq(jobs.tenantId, tenantId), eq(jobs.kind, "ingestion"), eq(jobs.state, "RUNNING")));
    const parts = await tx
      .select({ ms: msUntil(uploads.expiresAt) })
      .from(uploads)
      .where(
        and(
          eq(uploads.tenantId, tenantId),
          isNull(uploads.documentId),
          sql`${uploads.partsBegun} > cardinality(${uploads.parts})`,
        ),
      );
    return Math.max(oneRow(announced).ms, oneRow(fetching).ms, oneRow(parts).ms);
  });
}

/** How long an attempt that encrypts files, and that began before, may still store one. No other begins. */
function readEncrypting(db: Database, tenantId: string): Promise<number> {
  return inTenant({ db, tenantId }, async (tx) => {
    const encrypting = and(eq(jobs.kind, "file"), inArray(jobs.stage, ["encrypt", "encrypt-flawed"]));
    const running = await tx
      .select({ ms: msUntil(jobs.leaseUntil) })
      .from(jobs)
      .where(and(eq(jobs.tenantId, tenantId), encrypting, eq(jobs.state, "RUNNING")));
    return oneRow(running).ms;
  });
}

const isAnnounced = (tenantId: string) =>
  and(eq(jobs.tenantId, tenantId), inArray(jobs.kind, ["file", "ingestion"]), eq(jobs.stage, "reclaim"));

interface From {
  readonly after: string | null;
  readonly late: boolean;
}

/** Sources of the tenant's own guidance, parts of uploads and documents; of `late` ones, in place of these, what was announced. */
function listOwned(db: Database, tenantId: string, { after, late }: From) {
  const from = after ?? "00000000-0000-0000-0000-000000000000";
  return inTenant({ db, tenantId }, async (tx) => {
    const kept = late ? await listAnnounced(tx, tenantId, from) : await listDocuments(tx, tenantId, from);
    const ingestions = await tx
      .select({ id: corpusIngestions.id })
      .from(corpusIngestions)
      .where(and(eq(corpusIngestions.ownerTenantId, tenantId), gt(corpusIngestions.id, from)))
      .orderBy(asc(corpusIngestions.id))
      .limit(IDS);
    const sources = ingestions.map(({ id }) => toFile(id, ingestionFileKey(id)));
    const begun = await tx
      .select()
      .from(uploads)
      .where(and(eq(uploads.tenantId, tenantId), gt(uploads.id, from)))
      .orderBy(asc(uploads.id))
      .limit(IDS);
    const parts = begun.map((row) => ({
      id: row.id,
      names: Array.from({ length: row.partsBegun }, (_, part) => partKey(row, part)),
      isUpload: true,
    }));
    const owned: Owned[] = [...kept, ...sources, ...parts].sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, IDS);
    const keys = await tx.select({ id: fileKeys.id }).from(fileKeys).where(eq(fileKeys.tenantId, tenantId));
    // As it was uploaded, and under each key.
    return { owned, placesOf: (name: string) => [name, ...keys.map(({ id }) => `${id}/${name}`)] };
  });
}

async function listDocuments(tx: Transaction, tenantId: string, from: string): Promise<Owned[]> {
  const kept = await tx
    .select({ id: documents.id })
    .from(documents)
    .where(and(eq(documents.tenantId, tenantId), gt(documents.id, from)))
    .orderBy(asc(documents.id))
    .limit(IDS);
  return kept.map(({ id }) => toFile(id, fileKey({ tenantId, documentId: id })));
}

/** Of guidance, only what no ingestion has become: one that has is listed with the sources, or is all tenants'. */
async function listAnnounced(tx: Transaction, tenantId: string, from: string): Promise<Owned[]> {
  const announced = await tx
    .selectDistinct({ id: jobs.subjectId, kind: jobs.kind })
    .from(jobs)
    .where(and(isAnnounced(tenantId), gt(jobs.subjectId, from)))
    .orderBy(asc(jobs.subjectId))
    .limit(IDS);
  const ids = announced.flatMap(({ id, kind }) => (kind === "ingestion" ? [id] : []));
  const accepted = await asSystem(tx, () =>
    tx.select({ id: corpusIngestions.id }).from(corpusIngestions).where(inArray(corpusIngestions.id, ids)),
  );
  const isAccepted = new Set(accepted.map(({ id }) => id));
  return announced.map(({ id, kind }) => {
    if (kind === "file") return toFile(id, fileKey({ tenantId, documentId: id }));
    return isAccepted.has(id) ? { id, names: [], isUpload: false } : toFile(id, ingestionFileKey(id));
  });
}

const toFile = (id: string, name: string): Owned => ({ id, names: [name], isUpload: false });
