import type { Comment } from "@assay/contract";
import { comments, type Transaction } from "@assay/db";
import { and, eq, getTableColumns, isNull } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { nameActors } from "../tenancy/name-actors.ts";

type CommentRow = typeof comments.$inferSelect;
/** With the comment that answers it. */
export type ShownComment = CommentRow & { readonly answeredById: string | null };

export const answering = alias(comments, "answering");
export const shownComment = { ...getTableColumns(comments), answeredById: answering.id };
export const isAnsweredBy = and(eq(answering.tenantId, comments.tenantId), eq(answering.answersId, comments.id));

/** An evidence request that nobody has answered. After its redaction there is nothing left to answer. */
export const isOpenRequest = and(eq(comments.kind, "REQUEST"), isNull(comments.redactedAt), isNull(answering.id))!;

/** With the present addresses of those whom they mention, also of people who have left. */
export async function toComments(tx: Transaction, tenantId: string, rows: readonly ShownComment[]): Promise<Comment[]> {
  const mentioned = [...new Set(rows.flatMap(({ mentions }) => mentions))];
  const names = mentioned.length === 0 ? {} : await nameActors(tx, tenantId, mentioned);
  return rows.map((row) => toComment(row, names));
}

function toComment(row: ShownComment, names: Readonly<Record<string, string>>): Comment {
  return {
    id: row.id,
    runId: row.runId,
    requirementId: row.requirementId,
    sequence: row.sequence,
    kind: row.kind,
    text: row.text,
    authorId: row.authorId,
    authorName: row.authorName,
    mentions: row.mentions.flatMap((userId) => {
      const email = names[userId];
      return email === undefined ? [] : [{ userId, email }];
    }),
    answersId: row.answersId,
    answeredById: row.answeredById,
    redactedAt: row.redactedAt?.toISOString() ?? null,
    redactedBy: row.redactedBy,
    createdAt: row.createdAt.toISOString(),
  };
}
