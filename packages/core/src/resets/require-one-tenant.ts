import { AssayError } from "@assay/contract";
import { memberships, type Transaction } from "@assay/db";
import { and, eq, isNull } from "drizzle-orm";
import { asSystem } from "../tenancy/transact.ts";

/** Where the person is an active member, by id. */
export function listTenantsOf(tx: Transaction, userId: string): Promise<string[]> {
  return asSystem(tx, async () => {
    const rows = await tx
      .select({ tenantId: memberships.tenantId })
      .from(memberships)
      .where(and(eq(memberships.userId, userId), isNull(memberships.revokedAt)));
    return rows.map(({ tenantId }) => tenantId).toSorted();
  });
}

/** Throws INVALID_STATE for an account that is not this tenant's alone: its ADMINs must not open what is another tenant's. */
export async function requireOneTenant(tx: Transaction, tenantId: string, userId: string): Promise<void> {
  const others = (await listTenantsOf(tx, userId)).filter((each) => each !== tenantId);
  if (others.length > 0)
    throw new AssayError(
      "INVALID_STATE",
      "Cannot reset this account by two administrators: only the person's own mail or an operator's command can",
    );
}
