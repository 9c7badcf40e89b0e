import { lockUntilCommit, type Transaction } from "@assay/db";

/**
 * Until the transaction ends, no other one of the tenant changes what holds its documents. To be taken before any of their
 * rows is locked.
 */
export async function lockPlaces(tx: Transaction, tenantId: string): Promise<void> {
  await lockUntilCommit(tx, `places:${tenantId}`);
}
