import type { Role } from "@assay/contract";
import { invitations } from "@assay/db";
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { sha256Hex } from "../digest.ts";
import type { MailWriter } from "../mail/deliver-mail.ts";
import { mailOf } from "../mail/mail-of.ts";
import { newSecret } from "../new-secret.ts";
import { nameActors } from "../tenancy/name-actors.ts";
import { getTenantRow } from "../tenancy/tenants.ts";

const ROLE_WORDS: Readonly<Record<Role, string>> = {
  VIEWER: "viewer",
  MEMBER: "member",
  ADMIN: "administrator",
  SUPER_ADMIN: "super administrator",
};

/** Each attempt has a secret of its own; an earlier one still opens, as its mail may have arrived. */
export const writeInvitationMail: MailWriter = async (tx, { tenantId, subjectId: id }, portalUrl) => {
  const secret = newSecret();
  const [invitation] = await tx
    .update(invitations)
    .set({ secretHashes: sql`${invitations.secretHashes} || ${await sha256Hex(secret)}::text` })
    .where(
      and(
        eq(invitations.tenantId, tenantId),
        eq(invitations.id, id),
        eq(invitations.delivery, "MAIL"),
        isNull(invitations.acceptedAt),
        isNull(invitations.withdrawnAt),
        gt(invitations.expiresAt, sql`now()`),
      ),
    )
    .returning();
  if (!invitation) return undefined;
  const { name } = await getTenantRow(tx, tenantId);
  const names = await nameActors(tx, tenantId, [invitation.invitedBy]);
  const inviter = names[invitation.invitedBy] ?? "An administrator of the service";
  return mailOf({
    subject: `Invitation to ${name} in Assay`,
    paragraphs: [
      `${inviter} invites you to ${name} in Assay, with the role ${ROLE_WORDS[invitation.role]}.`,
      "Open this link to accept. You choose your password there, or sign in if you have an account.",
    ],
    link: { label: "Accept the invitation", url: `${portalUrl}/invitation#${secret}` },
    closing: `The link works once, until ${invitation.expiresAt.toISOString().slice(0, 10)}. If you do not expect this mail, ignore it.`,
  });
};
