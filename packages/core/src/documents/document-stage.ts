import { DocumentError, type DocumentFailureCode, type DocumentStage } from "@assay/contract";
import { documents, type Transaction } from "@assay/db";
import { and, eq, sql } from "drizzle-orm";
import { type AuditEvent, recordAudit } from "../audit/record-audit.ts";
import type { Job, JobRef } from "../jobs/job.ts";
import { enqueue } from "../jobs/job.ts";
import type { Attempt, Outcome } from "../jobs/stage.ts";
import type { FileStore } from "../ports/file-store.ts";
import type { Models } from "../ports/models.ts";
import type { TextExtractor } from "../ports/text-extractor.ts";
import { systemActor } from "../tenancy/context.ts";
import { inTenant } from "../tenancy/transact.ts";
import type { DocumentSettings } from "./document-settings.ts";
import { findDocumentRow } from "./get-document.ts";
import { settleMember } from "./settle-member.ts";
import type { DocumentRow } from "./to-document.ts";

export interface DocumentServices {
  readonly files: FileStore;
  readonly extractor: TextExtractor;
  readonly models: Models;
  readonly settings: DocumentSettings;
}

/** The document of an attempt; undefined when it was deleted meanwhile. */
export function loadDocument({ db, job }: Pick<Attempt, "db" | "job">): Promise<DocumentRow | undefined> {
  return inTenant({ db, tenantId: job.tenantId }, (tx) => findDocumentRow(tx, job.tenantId, job.subjectId));
}

type Change = Partial<typeof documents.$inferInsert> | Record<string, unknown>;

/** Moves a document on, records it, and calls for the next stage. One that was deleted meanwhile is left alone. */
export async function advanceDocument(
  tx: Transaction,
  job: Job,
  change: Change,
  { action, next }: { action: AuditEvent["action"]; next: DocumentStage },
): Promise<JobRef[]> {
  if (!(await updateDocument(tx, job, change))) return [];
  const work = await enqueue(tx, [{ tenantId: job.tenantId, kind: "document", subjectId: job.subjectId, stage: next }]);
  await recordAudit(tx, systemActor(job.tenantId), { action, objectType: "document", objectId: job.subjectId });
  return work;
}

/** Undefined when the document was deleted meanwhile. */
export async function updateDocument(
  tx: Transaction,
  job: Job,
  change: Change,
): Promise<Pick<DocumentRow, "parentDocumentId"> | undefined> {
  const [row] = await tx
    .update(documents)
    .set(change)
    .where(and(eq(documents.tenantId, job.tenantId), eq(documents.id, job.subjectId)))
    .returning({ parentDocumentId: documents.parentDocumentId });
  return row;
}

const UNEXPECTED: Record<DocumentStage, { code: DocumentFailureCode; message: string }> = {
  extract: { code: "UNREADABLE_FILE", message: "Cannot read the file: upload it in another format or try again" },
  chunk: { code: "UNREADABLE_FILE", message: "Cannot split the text: upload the file in another format or try again" },
  embed: {
    code: "EMBEDDING_FAILED",
    message: "Cannot embed the text: the embedding model failed; reprocess the document later",
  },
  finish: { code: "EMBEDDING_FAILED", message: "Cannot finish the document: reprocess it later" },
};

/** Marks the document FAILED with a reason that its owner can act on. */
export async function failDocument(tx: Transaction, job: Job, error: unknown): Promise<JobRef[]> {
  const stage = job.stage as DocumentStage;
  const failure = error instanceof DocumentError ? error : (timeoutOf(error, stage) ?? UNEXPECTED[stage]);
  const row = await updateDocument(tx, job, {
    status: "FAILED",
    failureStage: stage,
    failureCode: failure.code,
    failureMessage: failure.message,
  });
  if (!row) return [];
  const ctx = systemActor(job.tenantId);
  const settled = row.parentDocumentId ? await settleMember(tx, ctx, row.parentDocumentId) : [];
  await recordAudit(
    tx,
    ctx,
    { action: "document.failed", objectType: "document", objectId: job.subjectId },
    ...settled,
  );
  return [];
}

function timeoutOf(error: unknown, stage: DocumentStage): DocumentError | undefined {
  if (stage !== "extract" || !(error instanceof Error) || error.name !== "TimeoutError") return undefined;
  return new DocumentError("EXTRACTION_TIMEOUT", "Cannot read the file within the time that one document may take");
}

export const now = sql`now()`;

/** The outcome of an attempt whose subject is gone. */
export const nothingLeft: Outcome = { state: "done", write: async () => [] };
