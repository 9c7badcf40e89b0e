import { AssayError, type Document, type FileType, isContainer, type UploadFields } from "@assay/contract";
import { documents, jobs, newId, preparedOnce, type Transaction } from "@assay/db";
import { and, eq, inArray, sql } from "drizzle-orm";
import { type AuditEvent, recordAudit } from "../audit/record-audit.ts";
import { databaseTimeIn } from "../database-clock.ts";
import { DUE_NOW, enqueue, type JobRef } from "../jobs/job.ts";
import type { StoredFile } from "../ports/file-store.ts";
import type { Context } from "../tenancy/context.ts";
import { type IdempotencyClaim, type KeptAnswer, keepAnswer } from "../tenancy/idempotency.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inTenant } from "../tenancy/transact.ts";
import { findDocumentRow } from "./get-document.ts";
import { saveParts } from "./originals/file-parts.ts";
import { holdByUpload } from "./places/hold-by-upload.ts";
import { listStands } from "./places/list-stands.ts";
import { lockPlaces } from "./places/lock-places.ts";
import { findStanding, type Place, placeDocument } from "./places/place-document.ts";
import { requireReplaceable } from "./places/require-replaceable.ts";
import { requireOwner } from "./require-owner.ts";
import { readingJob } from "./stages/advance.ts";
import { requireWithinQuota, type TenantQuota } from "./tenant-quota.ts";
import type { DocumentRow } from "./to-document.ts";
import { toDocuments } from "./to-documents.ts";
import { endUpload } from "./uploads/take-part.ts";

/** Where a document's original bytes are kept. */
export function fileKey({ tenantId, documentId }: { tenantId: string; documentId: string }): string {
  return `${tenantId}/${documentId}`;
}

/**
 * Announces that files will be stored under new document ids. Should the process die before they are registered, the
 * jobs left behind delete them, `reclaimAfterMs` from now: longer than the slowest upload takes.
 */
export function prepareFiles(
  ctx: Context,
  count: number,
  { reclaimAfterMs }: { readonly reclaimAfterMs: number },
): Promise<string[]> {
  requireRole(ctx, "MEMBER");
  const ids = Array.from({ length: count }, newId);
  return inTenant(ctx, async (tx) => {
    await enqueue(
      tx,
      ids.map((subjectId) => ({
        tenantId: ctx.tenantId,
        kind: "file" as const,
        subjectId,
        stage: "reclaim",
        delayMs: reclaimAfterMs,
      })),
    );
    return ids;
  });
}

/** Gives up files that were announced and will not be registered: they are deleted now. */
export function abandonFiles(ctx: Context, ids: readonly string[]): Promise<JobRef[]> {
  return inTenant(ctx, (tx) => makeFilesDue(tx, ctx.tenantId, ids));
}

/** Makes due what is to be done with files, or the parts of uploads, for which nobody waits any more. */
export async function makeFilesDue(tx: Transaction, tenantId: string, ids: readonly string[]): Promise<JobRef[]> {
  const refs: JobRef[] = [];
  for (const id of ids)
    refs.push(
      ...(await tx
        .update(jobs)
        .set(DUE_NOW)
        .where(
          and(eq(jobs.tenantId, tenantId), eq(jobs.kind, "file"), eq(jobs.subjectId, id), eq(jobs.state, "PENDING")),
        )
        .returning({ jobId: jobs.id, tenantId: jobs.tenantId })),
    );
  return refs;
}

export interface Upload {
  readonly documentId: string;
  readonly filename: string;
  readonly fileType: FileType;
  readonly stored: StoredFile;
  /** The digests of the file's parts. */
  readonly parts?: readonly string[];
  readonly fields: UploadFields;
  /** The document of which a person uploads it as a new version. */
  readonly versionOf?: string;
  /** The upload whose parts it came in, and where its last one begins. */
  readonly resumed?: { readonly id: string; readonly offset: number };
}

export interface RegisteredUpload {
  readonly document: Document;
  /** False when the tenant already had these bytes: the document is the one that it had. */
  readonly created: boolean;
  readonly jobs: readonly JobRef[];
}

/**
 * Makes a stored file a document, once per tenant and content, puts it at its place, and calls for its processing. Throws
 * TENANT_LIMIT_EXCEEDED for one that the tenant has no room for.
 */
export function registerUpload(
  ctx: Context,
  upload: Upload,
  quota?: TenantQuota,
  keep?: { claim: IdempotencyClaim; answer(document: Document, created: boolean): KeptAnswer },
): Promise<RegisteredUpload> {
  requireRole(ctx, "MEMBER");
  const { tenantId } = ctx;
  return inTenant(ctx, async (tx) => {
    const { ownerId } = upload.fields;
    if (ownerId !== undefined) await requireOwner(tx, tenantId, ownerId);
    const place = placeOf(upload);
    if (place || upload.versionOf) await lockPlaces(tx, tenantId);
    const standing = place && (await findStanding(tx, tenantId, place));
    const before = upload.versionOf
      ? await findReplaced(tx, ctx, upload.versionOf)
      : standing && (await findDocumentRow(tx, tenantId, standing.documentId));
    if (upload.versionOf && isContainer(upload.fileType)) throw noVersion(upload.versionOf, "the file is an archive");
    const { row, inserted } = await insertOrFind(tx, tenantId, upload, before);
    const moved = upload.versionOf
      ? await replaceByHand(tx, before!, row, { inserted, filename: upload.filename })
      : place
        ? await placeDocument(tx, row, place)
        : // The same bytes again, without a place.
          inserted || row.heldByUpload
          ? []
          : await holdByUpload(tx, row, upload.filename);
    const held = moved.length > 0 ? (await findDocumentRow(tx, tenantId, row.id))! : row;
    const [document] = (await toDocuments(tx, tenantId, [held])) as [Document];
    const jobs: JobRef[] = [];
    if (inserted) {
      await finaliseFiles(tx, tenantId, [upload.documentId]);
      if (upload.parts) await saveParts(tx, row, upload.parts);
      jobs.push(...(await enqueue(tx, [readingJob(row)])));
    }
    if (keep) await keepAnswer(tx, tenantId, keep.claim, keep.answer(document, inserted));
    if (upload.resumed) await endUpload(tx, ctx, upload.resumed, { documentId: row.id, duplicate: !inserted });
    // Last, as other uploads of the tenant wait from here on.
    if (inserted && quota) await requireWithinQuota(tx, row, quota);
    const events: AuditEvent[] = inserted
      ? [{ action: "document.uploaded", objectType: "document", objectId: row.id }, ...moved]
      : moved;
    await recordAudit(tx, ctx, ...events);
    return { document, created: inserted, jobs };
  });
}

/** Throws NOT_FOUND, INVALID_STATE. */
async function findReplaced(tx: Transaction, ctx: Context, id: string): Promise<DocumentRow> {
  const row = await findDocumentRow(tx, ctx.tenantId, id);
  if (!row) throw new AssayError("NOT_FOUND", `Cannot find document '${id}'`, { details: { id } });
  await requireReplaceable(tx, row);
  return row;
}

/** Puts the version where the document stands. Throws INVALID_STATE for bytes that are another document's that is evidence. */
async function replaceByHand(
  tx: Transaction,
  before: DocumentRow,
  row: DocumentRow,
  { inserted, filename }: { readonly inserted: boolean; readonly filename: string },
): Promise<AuditEvent[]> {
  if (row.id === before.id) return [];
  if (!inserted && row.supersededById === null && row.retiredAt === null)
    throw noVersion(before.id, "these bytes are another document", row.id);
  const events: AuditEvent[] = [];
  for (const place of await listStands(tx, before))
    events.push(...(await placeDocument(tx, row, { ...place, filename })));
  return events;
}

function noVersion(id: string, why: string, documentId?: string): AssayError {
  return new AssayError("INVALID_STATE", `Cannot make a new version of document '${id}' because ${why}`, {
    details: documentId ? { documentId } : {},
  });
}

function placeOf({ filename, fields: { source, path } }: Upload): Place | undefined {
  return source !== undefined && path !== undefined ? { source, path, filename } : undefined;
}

// A document that is deleted between the two looks makes room for the new one.
async function insertOrFind(
  tx: Transaction,
  tenantId: string,
  upload: Upload,
  before: DocumentRow | undefined,
): Promise<{ row: DocumentRow; inserted: boolean }> {
  for (;;) {
    const [inserted] = await insertNew(tx, {
      id: upload.documentId,
      tenantId,
      originalFilename: upload.filename,
      fileType: upload.fileType,
      sha256Hash: upload.stored.sha256,
      sizeBytes: upload.stored.sizeBytes,
      category: upload.fields.category ?? before?.category ?? null,
      effectiveDate: upload.fields.effectiveDate ?? null,
      expiresAt: upload.fields.expiresAt ?? null,
      title: upload.fields.title ?? before?.title ?? null,
      ownerId: upload.fields.ownerId ?? before?.ownerId ?? null,
      reviewBy: upload.fields.reviewBy ?? null,
      // What a person said of its kind holds for the next version; what was derived is derived from it.
      evidenceKind: before?.evidenceKindSource === "USER" ? before.evidenceKind : "UNKNOWN",
      evidenceKindSource: before?.evidenceKindSource ?? "DERIVED",
      replacesDocumentId: before?.id ?? null,
      heldByUpload: upload.fields.path === undefined && upload.versionOf === undefined,
    });
    if (inserted) return { row: inserted, inserted: true };
    await lockPlaces(tx, tenantId);
    // Locked, so that the document cannot be deleted between this look and the answer.
    const [known] = await tx
      .select()
      .from(documents)
      .where(and(eq(documents.tenantId, tenantId), eq(documents.sha256Hash, upload.stored.sha256)))
      .for("share");
    if (known) return { row: known, inserted: false };
  }
}

const insertNew = preparedOnce((tx) =>
  tx
    .insert(documents)
    .values({
      id: sql.placeholder("id"),
      tenantId: sql.placeholder("tenantId"),
      originalFilename: sql.placeholder("originalFilename"),
      fileType: sql.placeholder("fileType"),
      sha256Hash: sql.placeholder("sha256Hash"),
      sizeBytes: sql.placeholder("sizeBytes"),
      category: sql.placeholder("category"),
      effectiveDate: sql.placeholder("effectiveDate"),
      expiresAt: sql.placeholder("expiresAt"),
      title: sql.placeholder("title"),
      ownerId: sql.placeholder("ownerId"),
      reviewBy: sql.placeholder("reviewBy"),
      evidenceKind: sql.placeholder("evidenceKind"),
      evidenceKindSource: sql.placeholder("evidenceKindSource"),
      replacesDocumentId: sql.placeholder("replacesDocumentId"),
      heldByUpload: sql.placeholder("heldByUpload"),
    })
    .onConflictDoNothing({ target: [documents.tenantId, documents.sha256Hash] })
    .returning()
    .prepare("insert_document"),
);

/** The files belong to documents now: nothing may reclaim them. */
export async function finaliseFiles(tx: Transaction, tenantId: string, documentIds: readonly string[]): Promise<void> {
  await endReclaims(tx, { tenantId, documentIds });
}

/** Announced files are needed for longer. Returns how many of them nothing deletes meanwhile. */
export async function postponeReclaims(
  tx: Transaction,
  tenantId: string,
  documentIds: readonly string[],
  delayMs: number,
): Promise<number> {
  const postponed = await tx
    .update(jobs)
    .set({ availableAt: databaseTimeIn(delayMs), delayed: true })
    .where(
      and(
        eq(jobs.tenantId, tenantId),
        eq(jobs.kind, "file"),
        inArray(jobs.subjectId, [...documentIds]),
        eq(jobs.stage, "reclaim"),
        eq(jobs.state, "PENDING"),
      ),
    )
    .returning({ id: jobs.id });
  return postponed.length;
}

// Its conditions are part of the text, so that a kept plan finds the index of open jobs.
const endReclaims = preparedOnce((tx) =>
  tx
    .update(jobs)
    .set({ state: "DONE", fence: sql`${jobs.fence} + 1` })
    .where(
      and(
        eq(jobs.tenantId, sql.placeholder("tenantId")),
        sql`${jobs.kind} = 'file'`,
        sql`${jobs.subjectId} = any(${sql.placeholder("documentIds")}::uuid[])`,
        sql`${jobs.stage} = 'reclaim'`,
        sql`${jobs.state} in ('PENDING', 'RUNNING')`,
      ),
    )
    .prepare("end_reclaims"),
);
