import { AssayError, isUuid, type Role, type SecondFactorRule } from "@assay/contract";
import {
  auditHeads,
  type Database,
  memberships,
  oneRow,
  preparedOnce,
  sessionTenants,
  type Transaction,
  tenants,
} from "@assay/db";
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
export async function findRole(db: Database, { tenantId, userId }: TenantUser): Promise<Role | undefined> {
  const [row] = await readInSystem(db, (tx) => activeRole(tx, { tenantId, userId }));
  return row?.role;
}

/** A person's session. */
export interface TenantSession {
  readonly userId: string;
  /** The one that the token selects, where the session chose none. */
  readonly tenantId: string | null;
  /** Undefined for one that cannot choose. */
  readonly sessionId: string | undefined;
}

/** The tenant that a session is in, with the role there and who needs a second factor; undefined without an active membership of an active tenant. */
export interface SessionRole {
  readonly tenantId: string | null;
  readonly role: Role | undefined;
  /** Of whom the tenant demands one. */
  readonly secondFactor: SecondFactorRule["required"] | undefined;
}

/** Where each session acts, whatever its tenant, in their order. */
export async function findSessionRoles(db: Database, sessions: readonly TenantSession[]): Promise<SessionRole[]> {
  const values = {
    userIds: sessions.map(({ userId }) => userId),
    tenantIds: sessions.map(({ tenantId }) => tenantId),
    sessionIds: sessions.map(({ sessionId }) => (sessionId && isUuid(sessionId) ? sessionId : null)),
  };
  const rows = await readInSystem(db, (tx) => sessionRoles(tx, values));
  const found = new Map(
    rows.map(({ nth, tenantId, role, secondFactor }) => [
      nth,
      { tenantId, role: role ?? undefined, secondFactor: secondFactor ?? undefined },
    ]),
  );
  return sessions.map(
    ({ tenantId }, at) => found.get(at + 1) ?? { tenantId, role: undefined, secondFactor: undefined },
  );
}

const activeRole = preparedOnce((tx) =>
  tx
    .select({ role: memberships.role })
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

/** Asked before each request. */
const sessionRoles = preparedOnce((tx) => {
  const asked = sql`unnest(${sql.placeholder("userIds")}::uuid[], ${sql.placeholder("tenantIds")}::uuid[],
    ${sql.placeholder("sessionIds")}::uuid[]) with ordinality as asked (user_id, tenant_id, session_id, nth)`;
  const { userId, sessionId, tenantId: chosen } = sessionTenants;
  const tenantId = sql<string | null>`coalesce(${chosen}, asked.tenant_id)`;
  const isOwn = sql`${memberships.tenantId} = ${tenantId} and ${memberships.userId} = asked.user_id`;
  return tx
    .select({
      nth: sql<number>`asked.nth::int`,
      tenantId,
      role: sql<Role | null>`case when ${tenants.id} is not null then ${memberships.role} end`,
      secondFactor: tenants.secondFactor,
    })
    .from(asked)
    .leftJoin(sessionTenants, sql`${userId} = asked.user_id and ${sessionId} = asked.session_id`)
    .leftJoin(memberships, and(isOwn, isNull(memberships.revokedAt)))
    .leftJoin(tenants, and(eq(tenants.id, memberships.tenantId), eq(tenants.status, "ACTIVE")))
    .prepare("session_roles_in_force");
});
