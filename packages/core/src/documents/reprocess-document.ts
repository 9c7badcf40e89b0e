import {
  AssayError,
  type Document,
  isUuid,
  type ReprocessDocumentsBody,
  type ReprocessDocumentsReply,
} from "@assay/contract";
import { chunks, documents, oneRow, runs, segments, type Transaction } from "@assay/db";
import { and, asc, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import { enqueue, type JobRef } from "../jobs/job.ts";
import type { Context } from "../tenancy/context.ts";
import { lockEvidence } from "../tenancy/lock-evidence.ts";
import { found, missingResource } from "../tenancy/missing-resource.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inTenant } from "../tenancy/transact.ts";
import { readingJob } from "./stages/advance.ts";
import { isReadEarlier, readEarlier } from "./stages/reader-version.ts";
import { type DocumentRow, toDocument } from "./to-document.ts";

const BATCH = 100;

/**
 * Reads a FAILED document again from its stored file, or a READY one whose text an earlier reader made; of that,
 * assessments and snapshots keep what they hold. Throws INVALID_STATE for any other, and for a READY one during a run.
 */
export async function reprocessDocument(
  ctx: Context,
  id: string,
): Promise<{ document: Document; jobs: readonly JobRef[] }> {
  requireRole(ctx, "MEMBER");
  const result = !isUuid(id)
    ? undefined
    : await inTenant(ctx, async (tx) => {
        await lockEvidence(tx, ctx.tenantId);
        const mine = and(eq(documents.tenantId, ctx.tenantId), eq(documents.id, id));
        const [row] = await tx.select().from(documents).where(mine).for("update");
        if (!row) return undefined;
        const refusal = refusalOf(row, await findActiveRun(tx, ctx.tenantId));
        if (refusal) throw refusal;
        const document = toDocument(await resetDocument(tx, row));
        const jobs = await enqueue(tx, [readingJob(row)]);
        await recordAudit(tx, ctx, reprocessed(row));
        return { document, jobs };
      });
  return found(ctx, "document", id, result);
}

export interface BulkReprocess extends ReprocessDocumentsReply {
  readonly jobs: readonly JobRef[];
}

/**
 * Reads these documents again, or every FAILED one, or those that failed with a code, or every READY one of an earlier reader, each once; says of each
 * that it could not why. Throws INVALID_STATE for the READY ones during a run.
 */
export async function reprocessDocuments(
  ctx: Context,
  { documentIds, failureCode, olderThanReader }: ReprocessDocumentsBody = {},
): Promise<BulkReprocess> {
  requireRole(ctx, "ADMIN");
  if (documentIds) return reprocessNamed(ctx, [...new Set(documentIds)]);
  if (olderThanReader) return reprocessAll(ctx, readEarlier);
  const withCode = failureCode === undefined ? undefined : eq(documents.failureCode, failureCode);
  return reprocessAll(ctx, and(eq(documents.status, "FAILED"), withCode));
}

async function reprocessNamed(ctx: Context, ids: readonly string[]): Promise<BulkReprocess> {
  const accepted: string[] = [];
  const refused: ReprocessDocumentsReply["refused"] = [];
  const jobs: JobRef[] = [];
  for (let at = 0; at < ids.length; at += BATCH) {
    const wanted = ids.slice(at, at + BATCH);
    const batch = await inTenant(ctx, async (tx) => {
      await lockEvidence(tx, ctx.tenantId);
      const activeRun = await findActiveRun(tx, ctx.tenantId);
      const rows = await lockDocuments(tx, ctx.tenantId, inArray(documents.id, wanted.filter(isUuid)));
      const judged = rows.map((row) => ({ row, refusal: refusalOf(row, activeRun) }));
      const taken = judged.filter(({ refusal }) => !refusal).map(({ row }) => row);
      return { judged, jobs: await restart(tx, ctx, taken) };
    });
    jobs.push(...batch.jobs);
    for (const id of wanted) {
      const known = batch.judged.find(({ row }) => row.id === id);
      const refusal = known ? known.refusal : await missingResource(ctx, "document", id);
      if (refusal) refused.push(toRefusal(id, refusal));
      else accepted.push(id);
    }
  }
  return { accepted, refused, jobs };
}

// In the order of their ids, so that a document that fails again at once is not met twice.
async function reprocessAll(ctx: Context, which: SQL | undefined): Promise<BulkReprocess> {
  const accepted: string[] = [];
  const jobs: JobRef[] = [];
  for (let last: string | undefined; ; last = accepted.at(-1)) {
    const batch = await inTenant(ctx, async (tx) => {
      await lockEvidence(tx, ctx.tenantId);
      const after = last === undefined ? undefined : gt(documents.id, last);
      const rows = await lockDocuments(tx, ctx.tenantId, and(which, after));
      const activeRun = rows.some(isReadEarlier) ? await findActiveRun(tx, ctx.tenantId) : undefined;
      if (activeRun) throw duringRun("documents", activeRun);
      return { rows, jobs: await restart(tx, ctx, rows) };
    });
    accepted.push(...batch.rows.map(({ id }) => id));
    jobs.push(...batch.jobs);
    if (batch.rows.length < BATCH) return { accepted, refused: [], jobs };
  }
}

function lockDocuments(tx: Transaction, tenantId: string, which: ReturnType<typeof and>): Promise<DocumentRow[]> {
  return tx
    .select()
    .from(documents)
    .where(and(eq(documents.tenantId, tenantId), which))
    .orderBy(asc(documents.id))
    .limit(BATCH)
    .for("update");
}

async function restart(tx: Transaction, ctx: Context, rows: readonly DocumentRow[]): Promise<JobRef[]> {
  for (const row of rows) await resetDocument(tx, row);
  const jobs = await enqueue(tx, rows.map(readingJob));
  await recordAudit(tx, ctx, ...rows.map(reprocessed));
  return jobs;
}

async function resetDocument(tx: Transaction, { tenantId, id, parentDocumentId }: DocumentRow): Promise<DocumentRow> {
  await tx.delete(chunks).where(and(eq(chunks.tenantId, tenantId), eq(chunks.documentId, id)));
  await tx.delete(segments).where(and(eq(segments.tenantId, tenantId), eq(segments.documentId, id)));
  const reset = oneRow(
    await tx
      .update(documents)
      .set({
        status: "UPLOADED",
        extractedAt: null,
        parsedAt: null,
        indexedAt: null,
        readyAt: null,
        failureStage: null,
        failureCode: null,
        failureMessage: null,
        extractionStartedAt: null,
        extractionMs: 0,
        pages: null,
        pagesWithText: null,
        characters: null,
        chunkCount: null,
        readerVersion: null,
        factsVersion: null,
        readingWarnings: null,
      })
      .where(and(eq(documents.tenantId, tenantId), eq(documents.id, id)))
      .returning(),
  );
  // An archive that still waits for members waits for this one again; a READY one stays READY.
  if (parentDocumentId)
    await tx
      .update(documents)
      .set({ membersPending: sql`${documents.membersPending} + 1` })
      .where(
        and(eq(documents.tenantId, tenantId), eq(documents.id, parentDocumentId), eq(documents.status, "EXTRACTED")),
      );
  return reset;
}

function reprocessed({ id }: DocumentRow) {
  return { action: "document.reprocessed", objectType: "document", objectId: id } as const;
}

/** Why a document cannot be read again now; undefined if it can. */
function refusalOf(row: DocumentRow, activeRun: string | undefined): AssayError | undefined {
  if (row.status === "FAILED") return undefined;
  if (isReadEarlier(row)) return activeRun === undefined ? undefined : duringRun(`document '${row.id}'`, activeRun);
  return new AssayError(
    "INVALID_STATE",
    `Cannot reprocess document '${row.id}' because it must be FAILED, or READY and read by an earlier reader: current status is ${row.status}`,
  );
}

function duringRun(what: string, runId: string): AssayError {
  return new AssayError(
    "INVALID_STATE",
    `Cannot reprocess ${what} because run '${runId}' can cite READY documents: try again when it has finished`,
    { details: { runId } },
  );
}

async function findActiveRun(tx: Transaction, tenantId: string): Promise<string | undefined> {
  const [row] = await tx
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.tenantId, tenantId), inArray(runs.status, ["PENDING", "IN_PROGRESS"])));
  return row?.id;
}

function toRefusal(documentId: string, { code, message }: AssayError) {
  return { documentId, error: code, message };
}
