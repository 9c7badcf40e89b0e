import { AssayError, isContainer } from "@assay/contract";
import { documents, type Transaction } from "@assay/db";
import { and, eq, sql } from "drizzle-orm";
import type { DocumentRow } from "../to-document.ts";

/**
 * Throws INVALID_STATE for a document of which a person can make no new version: an archive, what came out of one or of a
 * mail, and one that is no evidence any more or has a newer version already.
 */
export async function requireReplaceable(tx: Transaction, row: DocumentRow): Promise<void> {
  const { tenantId, id } = row;
  const refuse = (why: string, documentId?: string | null) =>
    new AssayError("INVALID_STATE", `Cannot make a new version of document '${id}' because ${why}`, {
      details: documentId ? { documentId } : {},
    });
  if (isContainer(row.fileType)) throw refuse("it is an archive: upload the new one, and retire this one");
  if (row.parentDocumentId) throw refuse("it came out of another document", row.parentDocumentId);
  if (row.supersededById) throw refuse("it has a newer version", row.supersededById);
  if (row.retiredAt) throw refuse("it is retired: restore it first");
  const [successor] = await tx
    .select({ id: documents.id })
    .from(documents)
    .where(
      and(
        eq(documents.tenantId, tenantId),
        eq(documents.replacesDocumentId, id),
        sql`${documents.supersededById} is null and ${documents.retiredAt} is null`,
      ),
    );
  if (successor) throw refuse("it has a newer version, which is not READY", successor.id);
}
