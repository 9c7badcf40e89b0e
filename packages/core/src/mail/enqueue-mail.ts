import type { MailKind } from "@assay/contract";
import { mails, type Transaction } from "@assay/db";
import { and, eq } from "drizzle-orm";
import { enqueue, type JobRef } from "../jobs/job.ts";

export interface NewMail {
  readonly tenantId: string;
  readonly kind: MailKind;
  readonly subjectId: string;
  readonly address: string;
}

/** Puts a mail into the outbox, in the transaction of what it tells; a mail about the same that is not sent yet is dropped. */
export async function enqueueMail(tx: Transaction, mail: NewMail): Promise<JobRef[]> {
  await dropMails(tx, mail);
  return addMails(tx, [mail]);
}

/** Puts mails into the outbox next to those that are there. */
export async function addMails(tx: Transaction, added: readonly NewMail[]): Promise<JobRef[]> {
  if (added.length === 0) return [];
  const rows = await tx
    .insert(mails)
    .values([...added])
    .returning({ id: mails.id, tenantId: mails.tenantId });
  return enqueue(
    tx,
    rows.map(({ id, tenantId }) => ({ tenantId, kind: "webhook", subjectId: id, stage: "mail" })),
  );
}

/** What was not sent yet about a subject never will be. */
export async function dropMails(tx: Transaction, { tenantId, subjectId }: Pick<NewMail, "tenantId" | "subjectId">) {
  await tx
    .update(mails)
    .set({ state: "DROPPED" })
    .where(and(eq(mails.tenantId, tenantId), eq(mails.subjectId, subjectId), eq(mails.state, "PENDING")));
}
