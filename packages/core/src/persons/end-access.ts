import {
  apiKeys,
  invitations,
  mails,
  type memberships,
  resets,
  scimUsers,
  sessionTenants,
  ssoSubjects,
  type Transaction,
  tenants,
} from "@assay/db";
import { and, eq, isNull, or, sql } from "drizzle-orm";
import type { AuditEvent } from "../audit/record-audit.ts";
import type { Context } from "../tenancy/context.ts";
import { endConnectionsOf } from "../tenancy/end-connections.ts";
import { asSystem } from "../tenancy/transact.ts";

type MemberRow = typeof memberships.$inferSelect;

/**
 * Ends what lets a member in, or writes to them, other than their account: connections, API keys, links, invitations, mails that
 * wait, what a directory holds of them. Returns what is to be recorded.
 */
export async function endAccess(tx: Transaction, ctx: Context, member: MemberRow): Promise<AuditEvent[]> {
  const { tenantId, userId } = member;
  const email = member.email.toLowerCase();
  const address = sql`lower(${member.email}::text)`;
  const events: AuditEvent[] = [];
  await endConnectionsOf(tx, ctx, userId);
  const keys = await tx
    .update(apiKeys)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(apiKeys.tenantId, tenantId), eq(apiKeys.createdBy, userId), isNull(apiKeys.revokedAt)))
    .returning({ id: apiKeys.id });
  events.push(...keys.map(({ id }) => eventOf("api_key.revoked", "api_key", id)));
  const offers = await tx
    .update(invitations)
    .set({ withdrawnAt: sql`now()`, withdrawnBy: ctx.actor.id, secretHashes: [] })
    .where(
      and(
        eq(invitations.tenantId, tenantId),
        eq(sql`lower(${invitations.email})`, address),
        isNull(invitations.acceptedAt),
        isNull(invitations.withdrawnAt),
      ),
    )
    .returning({ id: invitations.id });
  events.push(...offers.map(({ id }) => eventOf("invitation.withdrawn", "invitation", id)));
  await tx
    .update(resets)
    .set({ withdrawnAt: sql`now()`, secretHashes: [] })
    .where(
      and(eq(resets.tenantId, tenantId), eq(resets.userId, userId), isNull(resets.usedAt), isNull(resets.withdrawnAt)),
    );
  await tx
    .update(mails)
    .set({ state: "DROPPED" })
    .where(and(eq(mails.tenantId, tenantId), eq(sql`lower(${mails.address})`, address), eq(mails.state, "PENDING")));
  const directory = await tx
    .delete(scimUsers)
    .where(and(eq(scimUsers.tenantId, tenantId), or(eq(scimUsers.userId, userId), eq(scimUsers.email, email))))
    .returning({ id: scimUsers.id });
  events.push(...directory.map(({ id }) => eventOf("scim_user.removed", "scim_user", id)));
  if (await endMailsOfCheckpoints(tx, tenantId, userId, email))
    events.push(eventOf("tenant.checkpoint_recipients_changed", "tenant", tenantId));
  return events;
}

/** After the name is erased, as the database asks for. */
export async function forgetSubjects(tx: Transaction, { tenantId, userId }: MemberRow): Promise<void> {
  await tx.delete(ssoSubjects).where(and(eq(ssoSubjects.tenantId, tenantId), eq(ssoSubjects.userId, userId)));
}

/** Also what their sessions chose. */
function endMailsOfCheckpoints(tx: Transaction, tenantId: string, userId: string, email: string): Promise<boolean> {
  return asSystem(tx, async () => {
    await tx
      .delete(sessionTenants)
      .where(and(eq(sessionTenants.tenantId, tenantId), eq(sessionTenants.userId, userId)));
    const ofTenant = eq(tenants.id, tenantId);
    const [tenant] = await tx
      .select({ recipients: tenants.checkpointRecipients })
      .from(tenants)
      .where(ofTenant)
      .for("no key update");
    const others = tenant!.recipients.filter((each) => each.toLowerCase() !== email);
    if (others.length === tenant!.recipients.length) return false;
    await tx.update(tenants).set({ checkpointRecipients: others }).where(ofTenant);
    return true;
  });
}

function eventOf(action: AuditEvent["action"], objectType: string, objectId: string): AuditEvent {
  return { action, objectType, objectId };
}
