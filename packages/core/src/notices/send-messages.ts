import { type Database, operatorMessages, operatorNotices, rowsOf } from "@assay/db";
import { eq, sql } from "drizzle-orm";
import { databaseMillis } from "../database-clock.ts";
import { mailOf } from "../mail/mail-of.ts";
import type { Mailer } from "../ports/mailer.ts";
import type { WebhookSender } from "../ports/webhook-sender.ts";
import { postMessage } from "../post-message.ts";
import { inSystem } from "../tenancy/transact.ts";

export interface NoticeReceivers {
  readonly webhook?: { readonly sender: WebhookSender; readonly url: string; readonly secret: string } | undefined;
  readonly mailer?: Mailer | undefined;
}

interface Due {
  readonly message: typeof operatorMessages.$inferSelect;
  readonly notice: typeof operatorNotices.$inferSelect;
  readonly now: number;
}

/** delivered: it was taken; failed: tried again; refused: never taken. */
export type MessageOutcome = "delivered" | "failed" | "refused";

const MINUTE_MS = 60_000;
/** After each attempt, until which nobody else takes the message: longer than an attempt takes. About three days. */
const WAITS_MS: readonly number[] = [1, 5, 30, 120, 300, 600, 840, 1200, 1440].map((minutes) => minutes * MINUTE_MS);
/** Messages of one look. */
const MESSAGES_MAX = 100;

/**
 * Sends what is due, what began before what ended, whichever process does it. A crash between the receiver's answer and the
 * commit sends a message again, under the same id.
 */
export async function sendMessages(
  db: Database,
  receivers: NoticeReceivers,
  {
    signal,
    report,
  }: {
    readonly signal: AbortSignal;
    report?(message: Due["message"], notice: Due["notice"], outcome: MessageOutcome): void;
  },
): Promise<void> {
  for (let sent = 0; sent < MESSAGES_MAX && !signal.aborted; sent++) {
    const due = await claim(db);
    if (!due) return;
    const outcome = await send(receivers, due, signal);
    report?.(due.message, due.notice, outcome);
    await finish(db, due, outcome);
  }
}

/** Takes the next message, so that nobody else sends it before its next attempt. */
function claim(db: Database): Promise<Due | undefined> {
  return inSystem(db, async (tx) => {
    const [taken] = await rowsOf<{ id: string }>(
      tx,
      sql`select id from operator_messages message where next_attempt_at <= now() and not exists (
          select 1 from operator_messages before where before.notice_id = message.notice_id
            and before.channel = message.channel and before.address is not distinct from message.address
            and before.state = 'BEGUN' and message.state = 'ENDED' and before.next_attempt_at is not null)
        order by next_attempt_at, created_at limit 1 for update skip locked`,
    );
    if (!taken) return undefined;
    const waits = sql.raw(WAITS_MS.join(", "));
    await tx
      .update(operatorMessages)
      .set({
        attempts: sql`attempts + 1`,
        nextAttemptAt: sql`now() + (array[${waits}]::float8[])[least(attempts + 1, ${WAITS_MS.length}::int)] * interval '1 millisecond'`,
      })
      .where(eq(operatorMessages.id, taken.id));
    const [due] = await tx
      .select({ message: operatorMessages, notice: operatorNotices, now: databaseMillis })
      .from(operatorMessages)
      .innerJoin(operatorNotices, eq(operatorNotices.id, operatorMessages.noticeId))
      .where(eq(operatorMessages.id, taken.id));
    return due;
  });
}

async function send({ webhook, mailer }: NoticeReceivers, due: Due, signal: AbortSignal): Promise<MessageOutcome> {
  const { channel, address } = due.message;
  switch (channel) {
    case "WEBHOOK":
      // The setting was taken away: nobody is to be told any more.
      return webhook ? post(webhook, due, signal) : "refused";
    case "MAIL": {
      if (!mailer || address === null) return "refused";
      const outcome = await mailer.send({ id: due.message.id, to: address, ...mailOf(contentOf(due)) }, { signal });
      return outcome === "SENT" ? "delivered" : outcome === "REFUSED" ? "refused" : "failed";
    }
    default:
      return channel satisfies never;
  }
}

async function post(
  { sender, url, secret }: NonNullable<NoticeReceivers["webhook"]>,
  { message, notice, now }: Due,
  signal: AbortSignal,
): Promise<MessageOutcome> {
  const { kind, subject, detail, since, endedAt } = notice;
  const at = message.state === "ENDED" ? (endedAt ?? since) : (notice.toldAt ?? since);
  const body = JSON.stringify({
    type: "operator.notice",
    timestamp: at.toISOString(),
    data: {
      id: notice.id,
      kind,
      state: message.state,
      subject: subject || null,
      detail,
      since: since.toISOString(),
      endedAt: message.state === "ENDED" ? (endedAt?.toISOString() ?? null) : null,
    },
  });
  const posted = { url, id: `msg_${message.id}`, at: new Date(now), body, secrets: [secret] };
  return (await postMessage(sender, posted, { signal })).kind === "taken" ? "delivered" : "failed";
}

function contentOf({ message: { state }, notice: { kind, detail, since, endedAt } }: Due) {
  const isOver = state === "ENDED";
  return {
    subject: `Assay: ${isOver ? "over: " : ""}${kind}`,
    paragraphs: [
      detail,
      isOver
        ? `It lasted from ${since.toISOString()} to ${(endedAt ?? since).toISOString()}.`
        : `Since ${since.toISOString()}.`,
    ],
    closing: isOver ? "It is over." : "You are told once more when it is over.",
  };
}

async function finish(db: Database, { message: { id, attempts } }: Due, outcome: MessageOutcome): Promise<void> {
  if (outcome === "failed" && attempts <= WAITS_MS.length) return;
  await inSystem(db, (tx) =>
    tx
      .update(operatorMessages)
      .set({ nextAttemptAt: null, ...(outcome === "delivered" && { sentAt: sql`now()` }) })
      .where(eq(operatorMessages.id, id)),
  );
}
