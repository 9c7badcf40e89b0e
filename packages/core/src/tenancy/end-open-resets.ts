import { resets, type Transaction } from "@assay/db";
import { and, eq, isNull, type SQL, sql } from "drizzle-orm";

type OfPerson = Pick<typeof resets.$inferSelect, "tenantId" | "userId" | "kind">;

/** Ends the open resets of a person in a tenant: all of the kind, or those that `which` says. */
export async function endOpenResets(tx: Transaction, { tenantId, userId, kind }: OfPerson, which?: SQL): Promise<void> {
  await tx
    .update(resets)
    .set({ withdrawnAt: sql`now()`, secretHashes: [] })
    .where(
      and(
        eq(resets.tenantId, tenantId),
        eq(resets.userId, userId),
        eq(resets.kind, kind),
        isNull(resets.usedAt),
        isNull(resets.withdrawnAt),
        which,
      ),
    );
}

/** A password that was set another way: what was begun to set it ends. */
export function endOpenLinks(tx: Transaction, tenantId: string, userId: string): Promise<void> {
  return endOpenResets(tx, { tenantId, userId, kind: "PASSWORD" });
}
