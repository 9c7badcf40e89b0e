import type { Invitation, InvitationState, MailState } from "@assay/contract";
import { invitations } from "@assay/db";
import { getTableColumns, sql } from "drizzle-orm";

/** By the database's clock. */
export const invitationState = sql<InvitationState>`case
  when ${invitations.acceptedAt} is not null then 'ACCEPTED'
  when ${invitations.withdrawnAt} is not null then 'WITHDRAWN'
  when ${invitations.expiresAt} <= now() then 'EXPIRED'
  else 'PENDING' end`;

const lastMail = sql<MailState | null>`(select last_mail.state from mails last_mail
  where last_mail.tenant_id = invitations.tenant_id and last_mail.subject_id = invitations.id
  order by last_mail.created_at desc, last_mail.id desc limit 1)`;

const { secretHashes: _, ...shown } = getTableColumns(invitations);

/** What is read of an invitation to show it: everything but the hashes. */
export const shownInvitation = { ...shown, state: invitationState, mail: lastMail };
export type ShownInvitation = Omit<typeof invitations.$inferSelect, "secretHashes"> & {
  state: InvitationState;
  mail: MailState | null;
};

export function toInvitation(row: ShownInvitation, names: Readonly<Record<string, string>>): Invitation {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    state: row.state,
    delivery: row.delivery,
    mail: row.mail,
    invitedBy: row.invitedBy,
    invitedByName: names[row.invitedBy] ?? null,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    acceptedAt: row.acceptedAt?.toISOString() ?? null,
  };
}
