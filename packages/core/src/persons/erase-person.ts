import { AssayError, erasedName, isUuid } from "@assay/contract";
import { type Database, memberships, type Transaction } from "@assay/db";
import { and, eq, isNull, or } from "drizzle-orm";
import { type AuditEvent, recordAudit } from "../audit/record-audit.ts";
import { writeDeploymentEntry } from "../deployment-log/write-deployment-entry.ts";
import { sha256Hex } from "../digest.ts";
import type { Accounts } from "../ports/accounts.ts";
import type { Context } from "../tenancy/context.ts";
import { operatorOf } from "../tenancy/provision-tenant.ts";
import { hasRole, requireRole } from "../tenancy/require-role.ts";
import { requireSoundMember } from "../tenancy/require-sound-member.ts";
import { enterTenant, inTenant } from "../tenancy/transact.ts";
import { endAccess } from "./end-access.ts";
import { eraseNames } from "./erase-names.ts";
import { membershipsOf } from "./find-persons.ts";

export interface ErasedPerson {
  readonly userId: string;
  /** What they are called from now on. */
  readonly name: string;
  /** Tenants in which something was erased now; 0 where it was before. */
  readonly tenants: number;
}

interface Asked {
  readonly userId: string;
  readonly reason: string;
}

/**
 * Erases a person: in every tenant, at once or not at all, their name becomes a token and their access ends, and then their
 * account goes. What they decided, wrote and signed stays. Done again, it does what is left. Throws NOT_FOUND; INVALID_STATE for
 * the last administrator of a tenant; INTEGRITY_ERROR where a row with their name is stored otherwise than the audit log
 * recorded, as the entry of the erasure would vouch for it.
 */
export async function erasePerson(ctx: Context, accounts: Accounts, { userId, reason }: Asked): Promise<ErasedPerson> {
  requireRole(ctx, "SUPER_ADMIN");
  const email = isUuid(userId) ? await accounts.findEmail(userId) : undefined;
  const known = isUuid(userId) ? await membershipsOf(ctx.db, userId) : [];
  if (email === undefined && known.length === 0)
    throw new AssayError("NOT_FOUND", `Cannot find a person '${userId}'`, { details: { id: userId } });
  const reasonHash = await sha256Hex(reason);
  const left = known.filter(({ erasedAt }) => erasedAt === null);
  const tenants = await inTenant({ db: ctx.db, tenantId: left[0]?.tenantId ?? ctx.tenantId }, async (tx) => {
    let count = 0;
    for (const { tenantId } of left) {
      await enterTenant(tx, tenantId);
      if (await eraseInTenant(tx, { ...ctx, tenantId }, { userId, reasonHash })) count += 1;
    }
    if (count > 0 || email !== undefined)
      await writeDeploymentEntry(tx, ctx.actor, {
        ...{ action: "person.erased", objectType: "person", objectId: userId, details: { reasonHash, count } },
      });
    return count;
  });
  await accounts.erase(userId);
  return { userId, name: erasedName(userId), tenants };
}

/** As above, for the operator at the deployment's machine. */
export function erasePersonAsOperator(db: Database, accounts: Accounts, asked: Asked): Promise<ErasedPerson> {
  // No tenant of the operator's own: the log of the deployment has what belongs to none.
  return erasePerson(operatorOf(db, asked.userId), accounts, asked);
}

/** False where it was done meanwhile. */
async function eraseInTenant(
  tx: Transaction,
  ctx: Context,
  { userId, reasonHash }: { readonly userId: string; readonly reasonHash: string },
): Promise<boolean> {
  const { tenantId } = ctx;
  const member = await lockReplaceable(tx, tenantId, userId);
  if (!member) return false;
  await requireSoundMember(tx, member, "erase the person");
  const events: AuditEvent[] = await endAccess(tx, ctx, member);
  events.push(...(await eraseNames(tx, member)));
  const erased = { action: "member.erased", objectType: "member", objectId: userId, details: { reasonHash } } as const;
  await recordAudit(tx, ctx, ...events, erased);
  return true;
}

/**
 * A member whose name is not erased, with the tenant's administrators locked, so that two cannot go at once. Throws
 * INVALID_STATE for the last one: a SUPER_ADMIN is no replacement for an ADMIN.
 */
async function lockReplaceable(tx: Transaction, tenantId: string, userId: string) {
  const isAdmin = or(eq(memberships.role, "ADMIN"), eq(memberships.role, "SUPER_ADMIN"));
  const rows = await tx
    .select()
    .from(memberships)
    .where(
      and(
        eq(memberships.tenantId, tenantId),
        or(eq(memberships.userId, userId), and(isAdmin, isNull(memberships.revokedAt))),
      ),
    )
    .orderBy(memberships.userId)
    .for("update");
  const member = rows.find((row) => row.userId === userId);
  if (!member || member.erasedAt !== null) return undefined;
  const others = rows.filter((row) => row.userId !== userId);
  const needsOther = member.revokedAt === null && hasRole(member, "ADMIN");
  if (needsOther && !others.some((other) => hasRole(member, other.role)))
    throw new AssayError(
      "INVALID_STATE",
      `Cannot erase the last administrator of tenant '${tenantId}': give another member the role ADMIN first`,
      { details: { id: userId, tenantId } },
    );
  return member;
}
