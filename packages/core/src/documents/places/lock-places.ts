import type { Transaction } from "@assay/db";
import { sql } from "drizzle-orm";

/**
 * Until the transaction ends, no other one of the tenant changes what holds its documents. To be taken before any of their
 * rows is locked.
 */
export async function lockPlaces(tx: Transaction, tenantId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`places:${tenantId}`}, 0))`);
}
