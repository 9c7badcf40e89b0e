import { NOTICE_CHANNELS, NOTICE_KINDS, NOTICE_STATES } from "@assay/contract";
import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant, primaryId } from "./columns.ts";

/** What is wrong with the deployment, or was: of no tenant, and told to its operators. */
export const operatorNotices = pgTable(
  "operator_notices",
  {
    id: primaryId(),
    kind: text("kind", { enum: NOTICE_KINDS }).notNull(),
    /** Which model or disk; empty where there is one. */
    subject: text("subject").notNull(),
    /** What was found first, in a sentence. */
    detail: text("detail").notNull(),
    since: instant("since").notNull().defaultNow(),
    /** When operators were told; null while it has not lasted long enough. */
    toldAt: instant("told_at"),
    endedAt: instant("ended_at"),
  },
  (table) => [
    uniqueIndex("operator_notices_one_open").on(table.kind, table.subject).where(sql`ended_at is null`),
    index("operator_notices_ended").on(table.endedAt).where(sql`ended_at is not null`),
  ],
);

/** What is sent to operators: a row for each receiver, added with what it tells. */
export const operatorMessages = pgTable(
  "operator_messages",
  {
    id: primaryId(),
    noticeId: uuid("notice_id")
      .notNull()
      .references(() => operatorNotices.id, { onDelete: "cascade" }),
    state: text("state", { enum: NOTICE_STATES }).notNull(),
    channel: text("channel", { enum: NOTICE_CHANNELS }).notNull(),
    /** Of a mail. */
    address: text("address"),
    attempts: integer("attempts").notNull().default(0),
    /** Null once it was taken, or given up. */
    nextAttemptAt: instant("next_attempt_at"),
    sentAt: instant("sent_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [
    index("operator_messages_due").on(table.nextAttemptAt).where(sql`next_attempt_at is not null`),
    index("operator_messages_of_notice").on(table.noticeId),
  ],
);
