import { AWAITED_DOCUMENTS_SHOWN, type AwaitedDocument } from "@assay/contract";
import { awaitedDocuments, documents, type Transaction } from "@assay/db";
import { and, asc, count, eq } from "drizzle-orm";
import { countRecognition } from "../recognition/count-recognition.ts";

/** The documents that a run waits for, the oldest first, and how many they are. */
export async function listAwaited(
  tx: Transaction,
  tenantId: string,
  runId: string,
): Promise<{ documentCount: number; documents: AwaitedDocument[] }> {
  const ofRun = and(eq(awaitedDocuments.tenantId, tenantId), eq(awaitedDocuments.runId, runId));
  const [counted] = await tx.select({ value: count() }).from(awaitedDocuments).where(ofRun);
  if (!counted?.value) return { documentCount: 0, documents: [] };
  const rows = await tx
    .select({
      id: documents.id,
      originalFilename: documents.originalFilename,
      status: documents.status,
      pages: documents.pages,
    })
    .from(awaitedDocuments)
    .innerJoin(
      documents,
      and(eq(documents.tenantId, awaitedDocuments.tenantId), eq(documents.id, awaitedDocuments.documentId)),
    )
    .where(ofRun)
    .orderBy(asc(awaitedDocuments.documentId))
    .limit(AWAITED_DOCUMENTS_SHOWN);
  const recognition = await countRecognition(tx, tenantId, rows);
  return {
    documentCount: counted.value,
    documents: rows.map(({ id, originalFilename, status }) => ({
      documentId: id,
      originalFilename,
      status,
      recognition: recognition.get(id) ?? null,
    })),
  };
}
