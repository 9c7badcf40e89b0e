import { AssayError, type Document, isUuid, type ReprocessDocumentsReply } from "@assay/contract";
import { chunks, documents, segments, type Transaction } from "@assay/db";
import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import type { Context } from "../tenancy/context.ts";
import { found, missingResource } from "../tenancy/missing-resource.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inTenant } from "../tenancy/transact.ts";
import { enqueue, type WorkRef } from "../work/work-item.ts";
import { type DocumentRow, toDocument } from "./to-document.ts";

const BATCH = 100;

/** Starts a FAILED document again from its stored file. Throws INVALID_STATE for any other. */
export async function reprocessDocument(
  ctx: Context,
  id: string,
): Promise<{ document: Document; work: readonly WorkRef[] }> {
  requireRole(ctx, "MEMBER");
  const result = !isUuid(id)
    ? undefined
    : await inTenant(ctx, async (tx) => {
        const mine = and(eq(documents.tenantId, ctx.tenantId), eq(documents.id, id));
        const [row] = await tx.select().from(documents).where(mine).for("update");
        if (!row) return undefined;
        if (row.status !== "FAILED") throw notFailed(row);
        const document = toDocument(await resetDocument(tx, row));
        const work = await enqueue(tx, [extraction(row)]);
        await recordAudit(tx, ctx, reprocessed(row));
        return { document, work };
      });
  return found(ctx, "document", id, result);
}

export interface BulkReprocess extends ReprocessDocumentsReply {
  readonly work: readonly WorkRef[];
}

/** Starts these documents again, or every FAILED one, each once; says of each that it could not why. */
export async function reprocessDocuments(ctx: Context, ids?: readonly string[]): Promise<BulkReprocess> {
  requireRole(ctx, "ADMIN");
  return ids === undefined ? reprocessAllFailed(ctx) : reprocessNamed(ctx, [...new Set(ids)]);
}

async function reprocessNamed(ctx: Context, ids: readonly string[]): Promise<BulkReprocess> {
  const accepted: string[] = [];
  const refused: ReprocessDocumentsReply["refused"] = [];
  const work: WorkRef[] = [];
  for (let at = 0; at < ids.length; at += BATCH) {
    const wanted = ids.slice(at, at + BATCH);
    const batch = await inTenant(ctx, async (tx) => {
      const rows = await lockDocuments(tx, ctx.tenantId, inArray(documents.id, wanted.filter(isUuid)));
      return { rows, work: await restart(tx, ctx, rows.filter(isFailed)) };
    });
    work.push(...batch.work);
    for (const id of wanted) {
      const row = batch.rows.find((each) => each.id === id);
      if (row && isFailed(row)) accepted.push(id);
      else refused.push(toRefusal(id, row ? notFailed(row) : await missingResource(ctx, "document", id)));
    }
  }
  return { accepted, refused, work };
}

// In the order of their ids, so that a document that fails again at once is not met twice.
async function reprocessAllFailed(ctx: Context): Promise<BulkReprocess> {
  const accepted: string[] = [];
  const work: WorkRef[] = [];
  for (let last: string | undefined; ; last = accepted.at(-1)) {
    const batch = await inTenant(ctx, async (tx) => {
      const after = last === undefined ? undefined : gt(documents.id, last);
      const rows = await lockDocuments(tx, ctx.tenantId, and(eq(documents.status, "FAILED"), after));
      return { rows, work: await restart(tx, ctx, rows) };
    });
    accepted.push(...batch.rows.map(({ id }) => id));
    work.push(...batch.work);
    if (batch.rows.length < BATCH) return { accepted, refused: [], work };
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

async function restart(tx: Transaction, ctx: Context, rows: readonly DocumentRow[]): Promise<WorkRef[]> {
  for (const row of rows) await resetDocument(tx, row);
  const work = await enqueue(tx, rows.map(extraction));
  await recordAudit(tx, ctx, ...rows.map(reprocessed));
  return work;
}

async function resetDocument(tx: Transaction, { tenantId, id, parentDocumentId }: DocumentRow): Promise<DocumentRow> {
  await tx.delete(chunks).where(and(eq(chunks.tenantId, tenantId), eq(chunks.documentId, id)));
  await tx.delete(segments).where(and(eq(segments.tenantId, tenantId), eq(segments.documentId, id)));
  const [reset] = await tx
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
      pages: null,
      pagesWithText: null,
      characters: null,
      chunkCount: null,
    })
    .where(and(eq(documents.tenantId, tenantId), eq(documents.id, id)))
    .returning();
  // An archive that still waits for members waits for this one again; a READY one stays READY.
  if (parentDocumentId)
    await tx
      .update(documents)
      .set({ membersPending: sql`${documents.membersPending} + 1` })
      .where(
        and(eq(documents.tenantId, tenantId), eq(documents.id, parentDocumentId), eq(documents.status, "EXTRACTED")),
      );
  return reset!;
}

function isFailed({ status }: DocumentRow): boolean {
  return status === "FAILED";
}

function extraction({ tenantId, id }: DocumentRow) {
  return { tenantId, kind: "document", subjectId: id, stage: "extract" } as const;
}

function reprocessed({ id }: DocumentRow) {
  return { action: "document.reprocessed", objectType: "document", objectId: id } as const;
}

function notFailed({ id, status }: DocumentRow): AssayError {
  return new AssayError(
    "INVALID_STATE",
    `Cannot reprocess document '${id}' as it must be FAILED: current status is ${status}`,
  );
}

function toRefusal(documentId: string, { code, message }: AssayError) {
  return { documentId, error: code, message };
}
