import { AssayError, isUuid, type MemberTenant, TENANT_OF_PROVIDER } from "@assay/contract";
import { type Database, memberships, sessionTenants, type Transaction, tenants } from "@assay/db";
import { and, asc, desc, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import type { VerifiedToken } from "../ports/identity.ts";
import type { Context } from "./context.ts";
import { requirePerson } from "./require-person.ts";
import { asSystem, inSystem, inTenant } from "./transact.ts";

/** Choices that are kept of a person's sessions, the latest ones. */
const CHOICES_MAX = 200;

/** Where the person is an active member, by name; of a session that a provider vouches for, its own tenant alone. */
export function listOwnTenants(
  db: Database,
  { userId, tenantId, isTenantFixed }: VerifiedToken,
): Promise<MemberTenant[]> {
  const own = isTenantFixed && tenantId !== null ? eq(memberships.tenantId, tenantId) : undefined;
  return inSystem(db, (tx) =>
    tx
      .select({ id: tenants.id, name: tenants.name, role: memberships.role })
      .from(memberships)
      .innerJoin(tenants, and(eq(tenants.id, memberships.tenantId), eq(tenants.status, "ACTIVE")))
      .where(and(eq(memberships.userId, userId), isNull(memberships.revokedAt), own))
      .orderBy(asc(tenants.name), asc(tenants.id)),
  );
}

/**
 * From the next request on the session of the token is in this tenant. Throws CROSS_TENANT_ACCESS_DENIED where the person
 * is no active member of it, whether there is such a tenant or not; FORBIDDEN for a session that a provider vouches for;
 * INVALID_STATE for a token without a session.
 */
export async function chooseTenant(ctx: Context, isTenantFixed: boolean, tenantId: string): Promise<void> {
  requirePerson(ctx, "choose a tenant");
  const {
    db,
    session,
    actor: { id: userId },
  } = ctx;
  if (isTenantFixed)
    throw new AssayError(
      "FORBIDDEN",
      "Cannot choose a tenant because the session is of a company's sign-in: sign in with your password instead",
      { details: { reason: TENANT_OF_PROVIDER } },
    );
  const sessionId = session?.id;
  if (!sessionId || !isUuid(sessionId))
    throw new AssayError("INVALID_STATE", "Cannot choose a tenant because the token belongs to no session: sign in");
  await inTenant({ db, tenantId }, async (tx) => {
    const role = await findOwnRole(tx, { tenantId, userId });
    if (!role)
      throw new AssayError(
        "CROSS_TENANT_ACCESS_DENIED",
        `Cannot choose tenant '${tenantId}' because you are no active member of it`,
      );
    if (!(await asSystem(tx, () => keepChoice(tx, { userId, sessionId, tenantId })))) return;
    const actor = { id: userId, role, tenantId };
    await recordAudit(
      tx,
      { tenantId, actor },
      { action: "member.tenant_chosen", objectType: "member", objectId: userId },
    );
  });
}

/** The membership stays active until the transaction ends. */
async function findOwnRole(tx: Transaction, { tenantId, userId }: { tenantId: string; userId: string }) {
  const [row] = await tx
    .select({ role: memberships.role })
    .from(memberships)
    .innerJoin(tenants, and(eq(tenants.id, memberships.tenantId), eq(tenants.status, "ACTIVE")))
    .where(and(eq(memberships.tenantId, tenantId), eq(memberships.userId, userId), isNull(memberships.revokedAt)))
    .for("share", { of: memberships });
  return row?.role;
}

/** False where the session chose this tenant last. */
async function keepChoice(
  tx: Transaction,
  choice: { userId: string; sessionId: string; tenantId: string },
): Promise<boolean> {
  const { userId, tenantId } = choice;
  const kept = await tx
    .insert(sessionTenants)
    .values(choice)
    .onConflictDoUpdate({
      target: [sessionTenants.userId, sessionTenants.sessionId],
      set: { tenantId, chosenAt: sql`now()` },
      setWhere: ne(sessionTenants.tenantId, tenantId),
    })
    .returning({ sessionId: sessionTenants.sessionId });
  const earlier = tx
    .select({ sessionId: sessionTenants.sessionId })
    .from(sessionTenants)
    .where(eq(sessionTenants.userId, userId))
    .orderBy(desc(sessionTenants.chosenAt), desc(sessionTenants.sessionId))
    .offset(CHOICES_MAX);
  await tx
    .delete(sessionTenants)
    .where(and(eq(sessionTenants.userId, userId), inArray(sessionTenants.sessionId, earlier)));
  return kept.length > 0;
}
