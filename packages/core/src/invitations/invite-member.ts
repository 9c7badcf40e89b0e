import {
  AssayError,
  INVITATION_DAYS,
  type Invitation,
  type InvitationDelivery,
  type InviteMemberBody,
} from "@assay/contract";
import { invitations, memberships, oneRow, type Transaction } from "@assay/db";
import { and, eq, isNull, sql } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import { databaseTimeIn } from "../database-clock.ts";
import { sha256Hex } from "../digest.ts";
import type { JobRef } from "../jobs/job.ts";
import { enqueueMail } from "../mail/enqueue-mail.ts";
import { newSecret } from "../new-secret.ts";
import type { Context } from "../tenancy/context.ts";
import { nameActors } from "../tenancy/name-actors.ts";
import { requirePerson } from "../tenancy/require-person.ts";
import { requireRank } from "../tenancy/require-rank.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inTenant } from "../tenancy/transact.ts";
import { type ShownInvitation, shownInvitation, toInvitation } from "./to-invitation.ts";

export interface IssuedInvitation {
  readonly invitation: Invitation;
  /** Nowhere but in this answer; undefined where the link goes by mail. */
  readonly secret: string | undefined;
  /** They send the mail. */
  readonly jobs: readonly JobRef[];
}

/** When a link that is made now ends. */
export const invitationEnd = databaseTimeIn(INVITATION_DAYS * 86_400_000);

/**
 * Offers a membership to the person who has this address. Looks at no account, so that nothing of it says whether there is one.
 * Throws FORBIDDEN for a key and for a role above the actor's own, INVALID_STATE for a member and for somebody who is
 * invited already.
 */
export async function inviteMember(
  ctx: Context,
  { delivery }: { delivery: InvitationDelivery },
  { email, role }: InviteMemberBody,
): Promise<IssuedInvitation> {
  requireRole(ctx, "ADMIN");
  requirePerson(ctx, "invite a person");
  requireRank(ctx, role, `give the role ${role}`);
  const { tenantId, actor } = ctx;
  const made = await makeSecret(delivery);
  return inTenant(ctx, async (tx) => {
    await requireNoMember(tx, tenantId, email);
    const [row] = await tx
      .insert(invitations)
      .values({
        tenantId,
        email,
        role,
        delivery,
        invitedBy: actor.id,
        expiresAt: invitationEnd,
        secretHashes: made.hashes,
      })
      .onConflictDoNothing()
      .returning({ id: invitations.id });
    if (!row) throw alreadyInvited(email);
    return { ...(await issue(tx, ctx, { id: row.id, email, delivery }, "invitation.created")), secret: made.secret };
  });
}

/** A secret that is handed over is made now; that of a mail when it is sent. */
export async function makeSecret(delivery: InvitationDelivery) {
  if (delivery === "MAIL") return { secret: undefined, hashes: [] };
  const secret = newSecret();
  return { secret, hashes: [await sha256Hex(secret)] };
}

/** Sends the mail where there is one, and records it. Call it last in a transaction. */
export async function issue(
  tx: Transaction,
  ctx: Context,
  { id, email, delivery }: Pick<ShownInvitation, "id" | "email" | "delivery">,
  action: "invitation.created" | "invitation.renewed",
): Promise<{ readonly invitation: Invitation; readonly jobs: JobRef[] }> {
  const { tenantId } = ctx;
  const jobs =
    delivery === "MAIL" ? await enqueueMail(tx, { tenantId, kind: "INVITATION", subjectId: id, address: email }) : [];
  const row = oneRow(
    await tx
      .select(shownInvitation)
      .from(invitations)
      .where(and(eq(invitations.tenantId, tenantId), eq(invitations.id, id))),
  );
  const invitation = toInvitation(row, await nameActors(tx, tenantId, [row.invitedBy]));
  const details = { role: row.role, kind: delivery, expiresAt: invitation.expiresAt };
  await recordAudit(tx, ctx, { action, objectType: "invitation", objectId: id, details });
  return { invitation, jobs };
}

async function requireNoMember(tx: Transaction, tenantId: string, email: string): Promise<void> {
  const [row] = await tx
    .select({ userId: memberships.userId })
    .from(memberships)
    .where(
      and(
        eq(memberships.tenantId, tenantId),
        eq(sql`lower(${memberships.email})`, email),
        isNull(memberships.revokedAt),
      ),
    );
  if (row)
    throw new AssayError(
      "INVALID_STATE",
      `Cannot invite '${email}' because this person is already a member: change the role instead`,
    );
}

function alreadyInvited(email: string): AssayError {
  return new AssayError(
    "INVALID_STATE",
    `Cannot invite '${email}' because this person is already invited: renew the invitation, or withdraw it first`,
  );
}
