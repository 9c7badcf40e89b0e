import { lockUntilCommit, type Transaction } from "@assay/db";

/** First sign-ins and changes by directories of a tenant wait for each other, so that nobody is made a member twice. */
export function lockSignOns(tx: Transaction, tenantId: string): Promise<void> {
  return lockUntilCommit(tx, `sso:${tenantId}`);
}
