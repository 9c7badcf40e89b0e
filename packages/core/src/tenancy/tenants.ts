import { AssayError, type Role, type SecondFactorRule } from "@assay/contract";
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
  return inSystem(db, (tx) => insertTenant(tx, name));
}

/** For a transaction with the rights of the system. */
export async function insertTenant(tx: Transaction, name: string): Promise<typeof tenants.$inferSelect> {
  const tenant = oneRow(await tx.insert(tenants).values({ name }).returning());
  await tx.insert(auditHeads).values({ tenantId: tenant.id, sequence: 0, hash: AUDIT_GENESIS });
  return tenant;
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

export interface TenantUser {
  readonly tenantId: string;
  readonly userId: string;
}

/** The role of a user in an active tenant; undefined without an active membership. */
export async function findRole(db: Database, user: TenantUser): Promise<Role | undefined> {
  return (await findAccess(db, user))?.role;
}

/** What a membership gives, and what the tenant demands for it. */
export interface MemberAccess {
  readonly role: Role;
  readonly secondFactor: SecondFactorRule["required"];
}

/** As `findRole`, with who needs a second factor. */
export async function findAccess(db: Database, { tenantId, userId }: TenantUser): Promise<MemberAccess | undefined> {
  const [row] = await readInSystem(db, (tx) => activeRole(tx, { tenantId, userId }));
  return row;
}

/** As `findAccess`, of several users of whatever tenants, in their order. */
export async function findAccesses(db: Database, users: readonly TenantUser[]): Promise<(MemberAccess | undefined)[]> {
  const values = { tenantIds: users.map(({ tenantId }) => tenantId), userIds: users.map(({ userId }) => userId) };
  const rows = await readInSystem(db, (tx) => activeRoles(tx, values));
  const found = new Map(rows.map(({ nth, ...access }) => [nth, access]));
  return users.map((_, at) => found.get(at + 1));
}

/** Asked before each request. */
const activeRole = preparedOnce((tx) =>
  tx
    .select({ role: memberships.role, secondFactor: tenants.secondFactor })
    .from(memberships)
    .innerJoin(tenants, eq(tenants.id, memberships.tenantId))
    .where(
      and(
        eq(memberships.tenantId, sql.placeholder("tenantId")),
        eq(memberships.userId, sql.placeholder("userId")),
        isNull(memberships.revokedAt),
        eq(tenants.status, "ACTIVE"),
      ),
    )
    .prepare("role_in_force"),
);

const activeRoles = preparedOnce((tx) => {
  const asked = sql`unnest(${sql.placeholder("tenantIds")}::uuid[], ${sql.placeholder("userIds")}::uuid[])
    with ordinality as asked (tenant_id, user_id, nth)`;
  const isAsked = sql`${memberships.tenantId} = asked.tenant_id and ${memberships.userId} = asked.user_id`;
  return tx
    .select({ nth: sql<number>`asked.nth::int`, role: memberships.role, secondFactor: tenants.secondFactor })
    .from(asked)
    .innerJoin(memberships, and(isAsked, isNull(memberships.revokedAt)))
    .innerJoin(tenants, and(eq(tenants.id, memberships.tenantId), eq(tenants.status, "ACTIVE")))
    .prepare("roles_in_force");
});
