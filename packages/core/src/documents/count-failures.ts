import { documents, type Transaction } from "@assay/db";
import { and, count, desc, eq, sql } from "drizzle-orm";

// Written out, so that the index of failed documents is taken.
export const isFailed = sql`${documents.status} = 'FAILED'`;

/** The tenant's FAILED documents by why they failed, the most frequent first. */
export function countFailures(tx: Transaction, tenantId: string) {
  return tx
    .select({ code: documents.failureCode, count: count() })
    .from(documents)
    .where(and(eq(documents.tenantId, tenantId), isFailed))
    .groupBy(documents.failureCode)
    .orderBy(desc(count()), documents.failureCode);
}
