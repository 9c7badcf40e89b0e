import { AssayError, isUuid } from "@assay/contract";
import { memberships, type Transaction } from "@assay/db";
import { and, eq, isNull } from "drizzle-orm";

/** Throws NOT_FOUND for nobody who is an active member. */
export async function requireOwner(tx: Transaction, tenantId: string, ownerId: string): Promise<void> {
  const isActive = and(
    eq(memberships.tenantId, tenantId),
    eq(memberships.userId, ownerId),
    isNull(memberships.revokedAt),
  );
  const [member] = isUuid(ownerId)
    ? await tx.select({ id: memberships.userId }).from(memberships).where(isActive).for("share")
    : [];
  if (member) return;
  throw new AssayError("NOT_FOUND", `Cannot make '${ownerId}' the owner because no active member has this id`, {
    details: { id: ownerId },
  });
}
