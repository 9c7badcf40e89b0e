import { AssayError, type Role } from "@assay/contract";
import { auditHeads, type Database, memberships, oneRow, preparedOnce, type Transaction, tenants } from "@assay/db";
import { and, eq, isNull, sql } from "drizzle-orm";
import { AUDIT_GENESIS } from "../audit/audit-hash.ts";
import { inSystem, readInSystem } from "./transact.ts";

export interface Tenant {
  readonly id: string;
  readonly name: string;
  readonly status: "ACTIVE" | "INACTIVE";
}

/** Makes a tenant with an empty audit chain. */
export function createTenant(db: Database, { name }: { name: string }): Promise<Tenant> {
  return inSystem(db, async (tx) => {
    const tenant = oneRow(await tx.insert(tenants).values({ name }).returning());
    await tx.insert(auditHeads).values({ tenantId: tenant.id, sequence: 0, hash: AUDIT_GENESIS });
    return tenant;
  });
}

/** Throws NOT_FOUND. */
export function getTenant(db: Database, id: string): Promise<Tenant> {
  return inSystem(db, (tx) => getTenantRow(tx, id));
}

/** As `getTenant`, in a transaction of the tenant itself or of the system. */
export async function getTenantRow(tx: Transaction, id: string): Promise<Tenant> {
  const [tenant] = await tx.select().from(tenants).where(eq(tenants.id, id));
  if (!tenant) throw new AssayError("NOT_FOUND", `Cannot find tenant '${id}'`, { details: { id } });
  return tenant;
}

export interface NewMember {
  tenantId: string;
  userId: string;
  email: string;
  role: Role;
}

/** Adds a member or changes the role of one; a revoked member is a member again. */
export function putMember(db: Database, member: NewMember): Promise<void> {
  return inSystem(db, async (tx) => {
    await tx
      .insert(memberships)
      .values(member)
      .onConflictDoUpdate({
        target: [memberships.tenantId, memberships.userId],
        set: { role: member.role, email: member.email, revokedAt: null },
      });
  });
}

/** The role of a user in an active tenant; undefined without an active membership. */
export async function findRole(
  db: Database,
  { tenantId, userId }: { tenantId: string; userId: string },
): Promise<Role | undefined> {
  return (await findRoles(db, { tenantId, userIds: [userId] })).get(userId);
}

/** As `findRole`, of several users; who has no role is missing. */
export function findRoles(
  db: Database,
  { tenantId, userIds }: { tenantId: string; userIds: readonly string[] },
): Promise<Map<string, Role>> {
  return readInSystem(db, async (tx) => {
    const rows = await rolesInForce(tx, { tenantId, userIds });
    return new Map(rows.map(({ userId, role }) => [userId, role]));
  });
}

/** Asked before each request. */
const rolesInForce = preparedOnce((tx) =>
  tx
    .select({ userId: memberships.userId, role: memberships.role })
    .from(memberships)
    .innerJoin(tenants, eq(tenants.id, memberships.tenantId))
    .where(
      and(
        eq(memberships.tenantId, sql.placeholder("tenantId")),
        sql`${memberships.userId} = any(${sql.placeholder("userIds")}::uuid[])`,
        isNull(memberships.revokedAt),
        eq(tenants.status, "ACTIVE"),
      ),
    )
    .prepare("roles_in_force"),
);
