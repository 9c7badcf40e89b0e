import { DocumentError } from "@assay/contract";
import { documents, type Transaction } from "@assay/db";
import { and, eq, ne } from "drizzle-orm";
import type { AuditEvent } from "../audit/record-audit.ts";
import type { Job } from "../jobs/job.ts";
import { type Attempt, nothingLeft, type Outcome } from "../jobs/stage.ts";
import type { StoredFile } from "../ports/file-store.ts";
import { systemActor } from "../tenancy/context.ts";
import { recordAndAnnounce } from "../webhooks/announce.ts";
import { fileKey } from "./register-upload.ts";
import { type DocumentServices, loadDocument, now } from "./stages/open-document.ts";
import type { DocumentRow } from "./to-document.ts";

/** Deletes a stored file that no document claims: an upload that never ended, or a deleted document's. */
export async function reclaimFile({ files }: Pick<DocumentServices, "files">, attempt: Attempt): Promise<Outcome> {
  if (await loadDocument(attempt)) return nothingLeft;
  await files.delete(fileKey({ tenantId: attempt.job.tenantId, documentId: attempt.job.subjectId }));
  return nothingLeft;
}

/** Hashes a stored file again; one that is not what was uploaded is no evidence any more. */
export async function rehashFile({ files }: Pick<DocumentServices, "files">, attempt: Attempt): Promise<Outcome> {
  const document = await loadDocument(attempt);
  if (!document) return nothingLeft;
  const stored = await files.rehash(fileKey({ tenantId: document.tenantId, documentId: document.id }));
  const failure = storedFileFailure(document, stored);
  return {
    state: "done",
    async write(tx) {
      await noteRehash(tx, document);
      if (!failure) return [];
      return recordAndAnnounce(tx, systemActor(document.tenantId), ...(await failStored(tx, document, failure)));
    },
  };
}

/** A file that could not be hashed is tried again when its turn comes, behind those that wait for theirs. */
export async function postponeRehash(tx: Transaction, { tenantId, subjectId }: Job): Promise<[]> {
  await noteRehash(tx, { tenantId, id: subjectId });
  return [];
}

async function noteRehash(tx: Transaction, { tenantId, id }: { tenantId: string; id: string }): Promise<void> {
  await tx
    .update(documents)
    .set({ rehashedAt: now })
    .where(and(eq(documents.tenantId, tenantId), eq(documents.id, id)));
}

/** What is wrong with a stored file, judged by what the document says of it. */
export function storedFileFailure(
  document: Pick<DocumentRow, "sizeBytes" | "sha256Hash">,
  stored: StoredFile | null,
): DocumentError | undefined {
  if (!stored)
    return new DocumentError("OBJECT_MISSING", "Cannot find the stored file: delete the document and upload it again");
  if (stored.sizeBytes !== document.sizeBytes || stored.sha256 !== document.sha256Hash)
    return new DocumentError(
      "HASH_MISMATCH",
      "Cannot trust the stored file because it is not the one that was uploaded",
    );
  return undefined;
}

/** Takes a READY document out of evidence. Returns the audit events, which the caller records last. */
export async function failStored(
  tx: Transaction,
  { id, tenantId }: { id: string; tenantId: string },
  failure: DocumentError,
): Promise<AuditEvent[]> {
  const failed = await tx
    .update(documents)
    .set({ status: "FAILED", failureStage: "finish", failureCode: failure.code, failureMessage: failure.message })
    .where(and(eq(documents.tenantId, tenantId), eq(documents.id, id), ne(documents.status, "FAILED")))
    .returning({ id: documents.id });
  return failed.map(({ id }) => ({ action: "document.failed", objectType: "document", objectId: id }));
}
