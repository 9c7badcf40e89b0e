import { AssayError, type InvitationDelivery } from "@assay/contract";
import { invitations, lockUntilCommit, memberships, oneRow, type Transaction, tenants } from "@assay/db";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import { writeDeploymentEntry } from "../deployment-log/write-deployment-entry.ts";
import { sha256Hex } from "../digest.ts";
import { dropMails } from "../mail/enqueue-mail.ts";
import { readTenant } from "../tenancy/administer-tenants.ts";
import type { Context } from "../tenancy/context.ts";
import { requirePerson } from "../tenancy/require-person.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inTenant } from "../tenancy/transact.ts";
import { type IssuedInvitation, invitationEnd, issue, makeSecret } from "./invite-member.ts";

/**
 * Offers the first administrator's membership of a tenant that has none: nobody enters it. An open offer to another first
 * administrator ends. Audited in that tenant and in the deployment's log. Throws NOT_FOUND, and INVALID_STATE for a tenant that
 * is not ACTIVE or has an administrator, who invites everybody else.
 */
export async function inviteFirstAdmin(
  ctx: Context,
  { delivery }: { delivery: InvitationDelivery },
  tenantId: string,
  { email }: { email: string },
): Promise<IssuedInvitation> {
  requireRole(ctx, "SUPER_ADMIN");
  requirePerson(ctx, "invite an administrator");
  await readTenant(ctx, tenantId);
  const target = { ...ctx, tenantId };
  const made = await makeSecret(delivery);
  const nameHash = await sha256Hex(email);
  return inTenant(target, async (tx) => {
    await lockUntilCommit(tx, `first-admin:${tenantId}`);
    await requireNoAdmin(tx, tenantId);
    await withdrawOpen(tx, target);
    const { id } = oneRow(
      await tx
        .insert(invitations)
        .values({
          ...{ tenantId, email, role: "ADMIN" as const, delivery, invitedBy: ctx.actor.id },
          ...{ expiresAt: invitationEnd, secretHashes: made.hashes },
        })
        .returning({ id: invitations.id }),
    );
    const issued = await issue(tx, target, { id, email, delivery }, "invitation.created");
    const details = { role: "ADMIN", kind: delivery, nameHash, expiresAt: issued.invitation.expiresAt };
    const event = { action: "administrator.invited", objectType: "tenant", objectId: tenantId, details } as const;
    await writeDeploymentEntry(tx, ctx.actor, event);
    return { ...issued, secret: made.secret };
  });
}

async function requireNoAdmin(tx: Transaction, tenantId: string): Promise<void> {
  const [tenant] = await tx.select({ status: tenants.status }).from(tenants).where(eq(tenants.id, tenantId));
  const status = tenant?.status;
  if (status !== "ACTIVE") throw cannotInvite(`the tenant must be ACTIVE: it is ${status}, resume it first`);
  const [admin] = await tx
    .select({ userId: memberships.userId })
    .from(memberships)
    .where(
      and(
        eq(memberships.tenantId, tenantId),
        inArray(memberships.role, ["ADMIN", "SUPER_ADMIN"]),
        isNull(memberships.revokedAt),
      ),
    )
    .limit(1);
  if (admin) throw cannotInvite("the tenant has an administrator, who invites others");
}

/** Of an address that was mistyped, or a link that was lost. */
async function withdrawOpen(tx: Transaction, ctx: Context): Promise<void> {
  const { tenantId, actor } = ctx;
  const ended = await tx
    .update(invitations)
    .set({ withdrawnAt: sql`now()`, withdrawnBy: actor.id, secretHashes: [] })
    .where(and(eq(invitations.tenantId, tenantId), isNull(invitations.acceptedAt), isNull(invitations.withdrawnAt)))
    .returning({ id: invitations.id });
  for (const { id } of ended) await dropMails(tx, { tenantId, subjectId: id });
  const action = "invitation.withdrawn";
  await recordAudit(tx, ctx, ...ended.map(({ id }) => ({ action, objectType: "invitation", objectId: id }) as const));
}

function cannotInvite(why: string): AssayError {
  return new AssayError("INVALID_STATE", `Cannot invite a first administrator because ${why}`);
}
