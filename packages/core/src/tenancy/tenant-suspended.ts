import { AssayError, TENANT_SUSPENDED } from "@assay/contract";
import { type Database, memberships, type Transaction, tenants } from "@assay/db";
import { and, eq, isNull, ne } from "drizzle-orm";
import { inSystem } from "./transact.ts";

/** What people, keys, links and applications of a suspended tenant are told. */
export function tenantSuspended(): AssayError {
  return new AssayError(
    "FORBIDDEN",
    "Cannot do this because the tenant is suspended: nothing is lost, ask whoever runs the service to resume it",
    { details: { reason: TENANT_SUSPENDED } },
  );
}

/** Whether somebody is let in nowhere because the tenant that they are a member of is suspended. */
export function isOfSuspendedTenant(
  db: Database,
  { tenantId, userId }: { readonly tenantId: string; readonly userId: string },
): Promise<boolean> {
  return inSystem(db, async (tx) => {
    const rows = await tx
      .select({ tenantId: memberships.tenantId })
      .from(memberships)
      .innerJoin(tenants, and(eq(tenants.id, memberships.tenantId), ne(tenants.status, "ACTIVE")))
      .where(and(eq(memberships.tenantId, tenantId), eq(memberships.userId, userId), isNull(memberships.revokedAt)));
    return rows.length > 0;
  });
}

/** In a transaction of the tenant itself. */
export async function isSuspended(tx: Transaction, tenantId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: tenants.id })
    .from(tenants)
    .where(and(eq(tenants.id, tenantId), ne(tenants.status, "ACTIVE")));
  return rows.length > 0;
}
