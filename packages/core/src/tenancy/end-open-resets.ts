import { resets, type Transaction } from "@assay/db";
import { and, eq, isNull, sql } from "drizzle-orm";

/** What was begun to set a person's password in a tenant ends: it has been set another way. */
export async function endOpenLinks(tx: Transaction, tenantId: string, userId: string): Promise<void> {
  await tx
    .update(resets)
    .set({ withdrawnAt: sql`now()`, secretHashes: [] })
    .where(
      and(
        eq(resets.tenantId, tenantId),
        eq(resets.userId, userId),
        eq(resets.kind, "PASSWORD"),
        isNull(resets.usedAt),
        isNull(resets.withdrawnAt),
      ),
    );
}
