import { isUuid } from "@assay/contract";
import { memberships, type Transaction } from "@assay/db";
import { and, eq, isNull } from "drizzle-orm";

/**
 * The membership of a user that is active; undefined for an id that is no user's, such as a key's. With `lock` it stays in
 * force until the transaction ends.
 */
export async function findActiveMember(
  tx: Transaction,
  { tenantId, userId }: { readonly tenantId: string; readonly userId: string },
  { lock }: { readonly lock: boolean },
): Promise<typeof memberships.$inferSelect | undefined> {
  if (!isUuid(userId)) return undefined;
  const query = tx
    .select()
    .from(memberships)
    .where(and(eq(memberships.tenantId, tenantId), eq(memberships.userId, userId), isNull(memberships.revokedAt)));
  const [row] = await (lock ? query.for("share") : query);
  return row;
}
