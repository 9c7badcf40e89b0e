import { lockUntilCommit, type Transaction } from "@assay/db";

/** Until the transaction ends, lets either a run of the tenant begin or its READY documents be taken back. */
export async function lockEvidence(tx: Transaction, tenantId: string): Promise<void> {
  await lockUntilCommit(tx, `evidence:${tenantId}`);
}
