import type { Transaction } from "@assay/db";
import { sql } from "drizzle-orm";

/** Until the transaction ends, lets either a run of the tenant begin or its READY documents be taken back. */
export async function lockEvidence(tx: Transaction, tenantId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`evidence:${tenantId}`}, 0))`);
}
