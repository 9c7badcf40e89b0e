import {
  AssayError,
  type Document,
  ENCODING_CERTAINTY_MIN,
  type FileType,
  FORMATS,
  isUuid,
  type ReprocessDocumentBody,
  type ReprocessDocumentsBody,
  type ReprocessDocumentsReply,
  type TextEncoding,
} from "@assay/contract";
import { chunks, documentPages, documents, segments, type Transaction } from "@assay/db";
import { and, asc, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import { type AuditEvent, recordAudit } from "../audit/record-audit.ts";
import { isOneOf } from "../is-one-of.ts";
import { enqueue, type JobRef } from "../jobs/job.ts";
import type { Context } from "../tenancy/context.ts";
import { findActiveRunId } from "../tenancy/find-active-run.ts";
import { lockEvidence } from "../tenancy/lock-evidence.ts";
import { found, missingResource } from "../tenancy/missing-resource.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inTenant } from "../tenancy/transact.ts";
import { readingJob } from "./stages/advance.ts";
import { isReadEarlier, readEarlier } from "./stages/reader-version.ts";
import type { DocumentRow } from "./to-document.ts";
import { toDocuments } from "./to-documents.ts";

const BATCH = 100;

/**
 * Reads a FAILED document again from its stored file, or a READY one that a previous reader read, that was read in part, that is in an
 * encoding that is not sure, or that a person names another encoding of; of a READY one, assessments and snapshots keep what they
 * hold. The encoding that a person named stays with the document until another is named. Throws
 * INVALID_STATE for any other, for an encoding of a file that is not in one, and for a READY one during a run.
 */
export async function reprocessDocument(
  ctx: Context,
  id: string,
  { encoding }: ReprocessDocumentBody = {},
): Promise<{ document: Document; jobs: readonly JobRef[] }> {
  requireRole(ctx, "MEMBER");
  const result = !isUuid(id)
    ? undefined
    : await inTenant(ctx, async (tx) => {
        await lockEvidence(tx, ctx.tenantId);
        const mine = and(eq(documents.tenantId, ctx.tenantId), eq(documents.id, id));
        const [row] = await tx.select().from(documents).where(mine).for("update");
        if (!row) return undefined;
        const refusal = refusalOf(row, await findActiveRunId(tx, ctx.tenantId), encoding);
        if (refusal) throw refusal;
        const reset = await resetDocuments(tx, ctx.tenantId, [row], encoding && { requestedEncoding: encoding });
        const [document] = (await toDocuments(tx, ctx.tenantId, reset)) as [Document];
        const jobs = await enqueue(tx, [readingJob(row)]);
        await recordAudit(tx, ctx, reprocessed(row, encoding));
        return { document, jobs };
      });
  return found(ctx, "document", id, result);
}

export interface BulkReprocess extends ReprocessDocumentsReply {
  readonly jobs: readonly JobRef[];
}

/**
 * Reads these documents again, or every FAILED one, or those that failed with a code, or every READY one of a previous reader, each once; says of each
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
      const activeRun = await findActiveRunId(tx, ctx.tenantId);
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
      const activeRun = rows.some(isReadEarlier) ? await findActiveRunId(tx, ctx.tenantId) : undefined;
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
  await resetDocuments(tx, ctx.tenantId, rows);
  const jobs = await enqueue(tx, rows.map(readingJob));
  await recordAudit(tx, ctx, ...rows.map((row) => reprocessed(row)));
  return jobs;
}

/** Removes what was read of documents, for them to be read from their stored files. However many there are, in as many statements. */
export async function resetDocuments(
  tx: Transaction,
  tenantId: string,
  rows: readonly DocumentRow[],
  change: { readonly requestedEncoding?: TextEncoding } = {},
): Promise<DocumentRow[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  for (const table of [chunks, segments, documentPages])
    await tx.delete(table).where(and(eq(table.tenantId, tenantId), isOneOf(table.documentId, ids)));
  const reset = await tx
    .update(documents)
    .set({
      status: "UPLOADED",
      scannedAt: null,
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
      readAs: null,
      factsVersion: null,
      readingWarnings: null,
      pageStates: null,
      textEncoding: null,
      encodingCertainty: null,
      encodingSource: null,
      signatures: null,
      ocrMs: 0,
      ...change,
    })
    .where(and(eq(documents.tenantId, tenantId), isOneOf(documents.id, ids)))
    .returning();
  await unsettleMembers(tx, tenantId, rows);
  return reset;
}

/** Archives that still wait for members wait for these again; READY ones stay READY. */
export async function unsettleMembers(
  tx: Transaction,
  tenantId: string,
  rows: readonly Pick<DocumentRow, "status" | "parentDocumentId">[],
): Promise<void> {
  const settled = rows.filter(({ status }) => status === "READY" || status === "FAILED");
  const parents = settled.flatMap(({ parentDocumentId }) => parentDocumentId ?? []);
  if (parents.length === 0) return;
  const again = sql`(select count(*)::int from unnest(${`{${parents.join(",")}}`}::uuid[]) parent where parent = ${documents.id})`;
  await tx
    .update(documents)
    .set({ membersPending: sql`${documents.membersPending} + ${again}` })
    .where(
      and(eq(documents.tenantId, tenantId), isOneOf(documents.id, new Set(parents)), eq(documents.status, "EXTRACTED")),
    );
}

function reprocessed({ id }: DocumentRow, encoding?: TextEncoding): AuditEvent {
  const details = encoding === undefined ? {} : { details: { encoding } };
  return { action: "document.reprocessed", objectType: "document", objectId: id, ...details };
}

/** Why a document cannot be read again now; undefined if it can. */
function refusalOf(row: DocumentRow, activeRun: string | undefined, encoding?: string): AssayError | undefined {
  if (encoding !== undefined && !isText(row.fileType)) return withoutEncoding(row);
  if (row.status === "FAILED") return undefined;
  if (isReadEarlier(row) || isPartlyRead(row) || isUnsure(row) || (encoding !== undefined && mayTakeOther(row)))
    return activeRun === undefined ? undefined : duringRun(`document '${row.id}'`, activeRun);
  return new AssayError(
    "INVALID_STATE",
    `Cannot reprocess document '${row.id}' because it must be FAILED, or READY and read by an earlier reader, in part or in an encoding that is not sure: current status is ${row.status}`,
  );
}

function isUnsure({ status, encodingCertainty }: DocumentRow): boolean {
  return status === "READY" && encodingCertainty !== null && encodingCertainty < ENCODING_CERTAINTY_MIN;
}

/** What the bytes or the file itself say is not put in question by a person; a guess, or an earlier choice, is. */
function mayTakeOther({ status, encodingSource }: DocumentRow): boolean {
  return status === "READY" && (encodingSource === "DETECTED" || encodingSource === "USER");
}

function isText(fileType: FileType): boolean {
  const { bytes } = FORMATS.find(({ type }) => type === fileType)!;
  return bytes.in === "text" && fileType !== "eml";
}

function withoutEncoding({ id, fileType }: DocumentRow): AssayError {
  return new AssayError(
    "INVALID_STATE",
    `Cannot reprocess document '${id}' in another encoding because only text files are in one: its type is ${fileType}`,
  );
}

/** Whether pages of a READY document were not read, as OCR may read them now. */
function isPartlyRead({ status, readingWarnings }: DocumentRow): boolean {
  return status === "READY" && (readingWarnings ?? []).some(({ code }) => code === "PAGES_NOT_READ");
}

function duringRun(what: string, runId: string): AssayError {
  return new AssayError(
    "INVALID_STATE",
    `Cannot reprocess ${what} because run '${runId}' can cite READY documents: try again when it has finished`,
    { details: { runId } },
  );
}

function toRefusal(documentId: string, { code, message }: AssayError) {
  return { documentId, error: code, message };
}
