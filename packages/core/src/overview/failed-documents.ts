import { DOCUMENT_FAILURE_CODES, type Overview } from "@assay/contract";
import { documents, type Transaction } from "@assay/db";
import { and, count, eq, sql } from "drizzle-orm";

/** By why they failed, the most frequent first. */
export async function countFailedDocuments(tx: Transaction, tenantId: string): Promise<Overview["failedDocuments"]> {
  const rows = await tx
    .select({ code: documents.failureCode, count: count() })
    .from(documents)
    // Written out, so that the index of failed documents is taken.
    .where(and(eq(documents.tenantId, tenantId), sql`${documents.status} = 'FAILED'`))
    .groupBy(documents.failureCode);
  const counted = new Map(rows.map((row) => [row.code, row.count]));
  return DOCUMENT_FAILURE_CODES.map((code) => ({ code, count: counted.get(code) ?? 0 }))
    .filter((each) => each.count > 0)
    .sort((a, b) => b.count - a.count);
}
