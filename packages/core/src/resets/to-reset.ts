import type { MailState, Reset, ResetState } from "@assay/contract";
import { resets } from "@assay/db";
import { getTableColumns, sql } from "drizzle-orm";

/** By the database's clock. */
const resetState = sql<ResetState>`case
  when ${resets.usedAt} is not null then 'USED'
  when ${resets.expiresAt} <= coalesce(${resets.withdrawnAt}, now()) then 'EXPIRED'
  when ${resets.withdrawnAt} is not null then 'WITHDRAWN'
  when ${resets.way} = 'MAIL' or ${resets.confirmedBy} is not null then 'OPEN'
  else 'ASKED' end`;

const mailOfReset = sql<MailState | null>`(select m.state from mails m
  where m.tenant_id = resets.tenant_id and m.subject_id = resets.id order by m.created_at desc limit 1)`;

const emailOf = sql<string>`(select person.email from memberships person
  where person.tenant_id = resets.tenant_id and person.user_id = resets.user_id)`;

const { secretHashes: _, ...shown } = getTableColumns(resets);

/** What is read of a reset to show it: everything but the hashes. */
export const shownReset = { ...shown, state: resetState, mail: mailOfReset, email: emailOf };

export type ShownReset = Omit<typeof resets.$inferSelect, "secretHashes"> & {
  readonly state: ResetState;
  readonly mail: MailState | null;
  readonly email: string;
};

export function toReset(row: ShownReset, names: Readonly<Record<string, string>>): Reset {
  const { id, userId, email, kind, way, state, mail, requestedBy, confirmedBy, createdAt, expiresAt, usedAt } = row;
  return {
    id,
    userId,
    email,
    kind,
    way,
    state,
    mail,
    requestedBy,
    requestedByName: names[requestedBy] ?? null,
    confirmedBy,
    confirmedByName: (confirmedBy && names[confirmedBy]) ?? null,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    usedAt: usedAt?.toISOString() ?? null,
  };
}
