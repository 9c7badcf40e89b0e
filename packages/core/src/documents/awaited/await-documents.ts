import { awaitedDocuments, documents, insertInBatches, type Transaction } from "@assay/db";
import { and, count, desc, eq, inArray, sql } from "drizzle-orm";
import { isNoContainer } from "../is-no-container.ts";

/** Not READY or FAILED yet. An archive whose members are known is not read itself: they are. */
const isBeingRead = and(
  inArray(documents.status, ["UPLOADED", "EXTRACTED", "PARSED", "INDEXED"]),
  sql`(${isNoContainer(documents.fileType)} or ${documents.status} <> 'EXTRACTED')`,
);

/** How many documents of the tenant are being read now. */
export async function countBeingRead(tx: Transaction, tenantId: string): Promise<number> {
  const [row] = await tx
    .select({ value: count() })
    .from(documents)
    .where(and(eq(documents.tenantId, tenantId), isBeingRead));
  return row!.value;
}

/**
 * The documents that are being read now, locked until the transaction ends: the one that ends such a reading then sees
 * what this transaction writes.
 */
export async function lockBeingRead(tx: Transaction, tenantId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: documents.id })
    .from(documents)
    .where(and(eq(documents.tenantId, tenantId), isBeingRead))
    // Members come before the archives that they settle.
    .orderBy(desc(documents.id))
    .for("share");
  return rows.map(({ id }) => id);
}

/** Has a run wait for documents: they are to be locked. */
export async function awaitDocuments(
  tx: Transaction,
  { tenantId, runId }: { readonly tenantId: string; readonly runId: string },
  documentIds: readonly string[],
): Promise<void> {
  await insertInBatches(
    tx,
    awaitedDocuments,
    documentIds.map((documentId) => ({ tenantId, runId, documentId })),
  );
}

/** Ends the waiting of a run that is locked. */
export async function waitForNone(
  tx: Transaction,
  { tenantId, id }: { readonly tenantId: string; readonly id: string },
): Promise<void> {
  await tx.delete(awaitedDocuments).where(and(eq(awaitedDocuments.tenantId, tenantId), eq(awaitedDocuments.runId, id)));
}
