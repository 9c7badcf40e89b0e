import { AssayError, type FirstPassword, type Role } from "@assay/contract";
import {
  auditHeads,
  type Database,
  lockUntilCommit,
  memberships,
  newId,
  oneRow,
  type Transaction,
  tenants,
} from "@assay/db";
import { and, eq, isNull, sql } from "drizzle-orm";
import { AUDIT_GENESIS } from "../audit/audit-hash.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { writeDeploymentEntry } from "../deployment-log/write-deployment-entry.ts";
import type { Accounts } from "../ports/accounts.ts";
import type { Context } from "./context.ts";
import { hasRole } from "./require-role.ts";
import { requireSoundMember } from "./require-sound-member.ts";
import type { Tenant } from "./tenants.ts";
import { asSystem, inSystem, inTenant } from "./transact.ts";

/** Anyone who runs the deployment, at its machine: acts in a tenant with all rights, and is recorded as the system. */
export function operatorOf(db: Database, tenantId: string): Context {
  return { db, tenantId, actor: { id: "system", role: "SUPER_ADMIN", tenantId } };
}

/** Whether anybody was ever let into a tenant. Without that, nobody can sign in. */
export function hasMembers(db: Database): Promise<boolean> {
  return inSystem(db, async (tx) => {
    const rows = await tx.select({ userId: memberships.userId }).from(memberships).limit(1);
    return rows.length > 0;
  });
}

/**
 * The tenant of this name, made where there is none; the entry goes to the new tenant. For the operator alone: no role is
 * asked for. Throws INVALID_STATE for a name that an INACTIVE tenant or several tenants have.
 */
export function provisionTenant(db: Database, { name }: { name: string }): Promise<{ tenant: Tenant; made: boolean }> {
  const operator = operatorOf(db, newId());
  const { tenantId: id } = operator;
  return inTenant(operator, async (tx) => {
    await oneAtATime(tx);
    const { tenant, made } = await asSystem(tx, async () => {
      const [known, another] = await tx.select().from(tenants).where(eq(tenants.name, name)).limit(2);
      if (another) throw cannotTake(name, "several tenants have this name: choose another name");
      if (known?.status === "INACTIVE") throw cannotTake(name, "it is INACTIVE: activate it, or choose another name");
      if (known) return { tenant: known, made: false };
      const inserted = oneRow(await tx.insert(tenants).values({ id, name }).returning());
      await tx.insert(auditHeads).values({ tenantId: id, sequence: 0, hash: AUDIT_GENESIS });
      return { tenant: inserted, made: true };
    });
    if (made) {
      const event = { action: "tenant.created", objectType: "tenant", objectId: id } as const;
      await recordAudit(tx, operator, event);
      await writeDeploymentEntry(tx, operator.actor, event);
    }
    return { tenant, made };
  });
}

export interface ProvisionedAdmin {
  readonly role: Role;
  /** KEPT: nothing was changed, the account included. RAISED: a member with less became one with more. */
  readonly change: "MADE" | "RAISED" | "KEPT";
  /** Where the member was made: the tenant that the account's tokens select. */
  readonly signsInTo?: string;
  /** Of an account that was made, or that has never been signed in to. */
  readonly invitation?: FirstPassword;
}

const ACT = "make the administrator";

/**
 * A member of the tenant with this role or more, and an account where there is none. Anyone who is one already keeps
 * everything. For the operator alone, as `provisionTenant`. Throws INTEGRITY_ERROR for a member who is stored otherwise than
 * the audit log recorded.
 */
export function provisionAdmin(
  db: Database,
  accounts: Accounts,
  { tenantId, email, role }: { tenantId: string; email: string; role: Role },
): Promise<ProvisionedAdmin> {
  const operator = operatorOf(db, tenantId);
  return inTenant(operator, async (tx) => {
    // Held while the account is asked for, so that of two commands at once one alone sets its password.
    await oneAtATime(tx);
    const [member] = await tx
      .select()
      .from(memberships)
      .where(
        and(
          eq(memberships.tenantId, tenantId),
          eq(sql`lower(${memberships.email})`, email),
          isNull(memberships.revokedAt),
        ),
      )
      .for("update");
    if (member) await requireSoundMember(tx, member, ACT);
    if (member && hasRole(member, role)) return { role: member.role, change: "KEPT" };
    if (member) {
      await tx
        .update(memberships)
        .set({ role })
        .where(and(eq(memberships.tenantId, tenantId), eq(memberships.userId, member.userId)));
      await recordAudit(tx, operator, {
        action: "member.role_changed",
        objectType: "member",
        objectId: member.userId,
      });
      return { role, change: "RAISED" };
    }
    const { userId, tenantId: signsInTo, invitation } = await accounts.findOrInvite(email, tenantId);
    const isTheirs = and(eq(memberships.tenantId, tenantId), eq(memberships.userId, userId));
    const [former] = await tx.select().from(memberships).where(isTheirs).for("update");
    if (former) await requireSoundMember(tx, former, ACT);
    // The operator vouches for the address.
    const granted = { email, role, invitedBy: operator.actor.id, addressProof: "OPERATOR" as const };
    await tx
      .insert(memberships)
      .values({ tenantId, userId, ...granted })
      .onConflictDoUpdate({
        target: [memberships.tenantId, memberships.userId],
        set: { ...granted, revokedAt: null },
      });
    await recordAudit(tx, operator, { action: "member.invited", objectType: "member", objectId: userId });
    return { role, change: "MADE", signsInTo, ...(invitation && { invitation }) };
  });
}

async function oneAtATime(tx: Transaction): Promise<void> {
  await lockUntilCommit(tx, "assay.provision");
}

function cannotTake(name: string, why: string): AssayError {
  return new AssayError("INVALID_STATE", `Cannot use the tenant '${name}' because ${why}`);
}
