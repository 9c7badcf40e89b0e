import { documents, type Transaction } from "@assay/db";
import { and, eq } from "drizzle-orm";
import type { AuditEvent } from "../../audit/audit-event.ts";
import type { DocumentRow } from "../to-document.ts";
import { settleHolds } from "./settle-holds.ts";

/**
 * Without a place: the document stays whatever its places get, and one that had left is back. `filename` is what it was
 * uploaded as.
 */
export async function holdByUpload(
  tx: Transaction,
  { tenantId, id, parentDocumentId }: DocumentRow,
  filename?: string,
): Promise<AuditEvent[]> {
  const given = filename !== undefined && parentDocumentId === null ? { givenFilename: filename } : {};
  await tx
    .update(documents)
    .set({ heldByUpload: true, ...given })
    .where(and(eq(documents.tenantId, tenantId), eq(documents.id, id)));
  return settleHolds(tx, tenantId, [id], "RETIRED");
}
