import { DocumentError } from "@assay/contract";
import { documents, type Transaction } from "@assay/db";
import { and, eq, ne } from "drizzle-orm";
import type { AuditEvent } from "../audit/record-audit.ts";
import { type Attempt, nothingLeft, type Outcome } from "../jobs/stage.ts";
import type { StoredFile } from "../ports/file-store.ts";
import { fileKey } from "./register-upload.ts";
import { type DocumentServices, loadDocument } from "./stages/open-document.ts";
import type { DocumentRow } from "./to-document.ts";

/** Deletes a stored file that no document claims: an upload that never ended, or a deleted document's. */
export async function reclaimFile({ files }: Pick<DocumentServices, "files">, attempt: Attempt): Promise<Outcome> {
  if (await loadDocument(attempt)) return nothingLeft;
  await files.delete(fileKey({ tenantId: attempt.job.tenantId, documentId: attempt.job.subjectId }));
  return nothingLeft;
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
