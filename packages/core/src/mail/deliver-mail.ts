import type { MailKind } from "@assay/contract";
import { mails, type Transaction } from "@assay/db";
import { and, eq, sql } from "drizzle-orm";
import type { Job } from "../jobs/job.ts";
import { type Attempt, nothingLeft, type Outcome } from "../jobs/stage.ts";
import type { Mail, Mailer } from "../ports/mailer.ts";
import { inTenant } from "../tenancy/transact.ts";

/** What sends mails, and where their links lead. */
export interface MailPart {
  readonly mailer: Mailer;
  /** The portal's address, without a slash at its end. */
  readonly portalUrl: string;
}

export interface MailServices {
  /** Undefined where no mail is sent. */
  readonly mail: MailPart | undefined;
}

type MailRow = typeof mails.$inferSelect;

/**
 * Writes the mail of a subject for one attempt; undefined where there is nothing to tell any more. A secret in it is made
 * here, and its hash stored: nothing that is stored opens what the mail opens.
 */
export type MailWriter = (
  tx: Transaction,
  mail: MailRow,
  portalUrl: string,
) => Promise<Omit<Mail, "id" | "to"> | undefined>;

/** What is particular to the mails of a kind. */
export interface MailSubject {
  readonly write: MailWriter;
  /** Notes elsewhere what became of a mail, in the transaction that says so here. */
  readonly settled?: (tx: Transaction, mail: MailRow, state: MailRow["state"]) => Promise<void>;
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
/** After each failed attempt; seven attempts in about 15 hours. */
const WAITS_MS: readonly number[] = [
  10 * SECOND_MS,
  MINUTE_MS,
  10 * MINUTE_MS,
  60 * MINUTE_MS,
  240 * MINUTE_MS,
  600 * MINUTE_MS,
];

/**
 * Makes one attempt at a mail. A crash between the server's answer and the commit sends it again, under the same id; what
 * either copy links to works.
 */
export async function deliverMail(
  { mail: part }: MailServices,
  attempt: Attempt,
  subjects: Readonly<Record<MailKind, MailSubject>>,
): Promise<Outcome> {
  const { tenantId, subjectId: id } = attempt.job;
  const row = await inTenant({ db: attempt.db, tenantId }, (tx) => findOpen(tx, { tenantId, id }));
  if (!row) return nothingLeft;
  const { write, settled } = subjects[row.kind];
  const end = (state: MailRow["state"]): Outcome => ({
    state: "done",
    async write(tx) {
      await settled?.(tx, row, state);
      return settle(tx, row, state);
    },
  });
  if (!part) return end("FAILED");
  const written = await attempt.checkpoint((tx) => write(tx, row, part.portalUrl));
  if (!written) return end("DROPPED");
  const outcome = await part.mailer.send({ id, to: row.address, ...written }, { signal: attempt.signal });
  switch (outcome) {
    case "SENT":
      return end("SENT");
    case "REFUSED":
      return end("FAILED");
    case "UNREACHABLE": {
      const delayMs = WAITS_MS[row.attempts];
      if (delayMs === undefined) return end("FAILED");
      return { state: "more", delayMs, write: (tx) => settle(tx, row, "PENDING") };
    }
    default:
      return outcome satisfies never;
  }
}

/** The job failed permanently, not by the server's answer. */
export async function failMail(tx: Transaction, { tenantId, subjectId }: Job): Promise<[]> {
  await tx
    .update(mails)
    .set({ state: "FAILED" })
    .where(open({ tenantId, id: subjectId }));
  return [];
}

async function findOpen(tx: Transaction, which: Pick<MailRow, "tenantId" | "id">): Promise<MailRow | undefined> {
  const [row] = await tx.select().from(mails).where(open(which));
  return row;
}

async function settle(tx: Transaction, row: MailRow, state: MailRow["state"]): Promise<[]> {
  await tx
    .update(mails)
    .set({
      state,
      attempts: sql`${mails.attempts} + 1`,
      ...(state === "SENT" && { sentAt: sql`now()` }),
    })
    .where(open(row));
  return [];
}

function open({ tenantId, id }: Pick<MailRow, "tenantId" | "id">) {
  return and(eq(mails.tenantId, tenantId), eq(mails.id, id), eq(mails.state, "PENDING"));
}
