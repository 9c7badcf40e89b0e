import type { Comment, DamagedResult } from "@assay/contract";
import { commentReads, comments, runs, type Transaction } from "@assay/db";
import { and, arrayContains, desc, eq, ne, sql } from "drizzle-orm";
import { newestFirst, type Page, toPage } from "../paging.ts";
import { recordedHash, showRecorded } from "../records/index.ts";
import type { Context } from "../tenancy/context.ts";
import { inTenant } from "../tenancy/transact.ts";
import { readerOf } from "./comment-reader.ts";
import { isUnread, readsOf } from "./comment-reads.ts";
import { answering, isAnsweredBy, shownComment, toComments } from "./to-comment.ts";

const COUNTED_MAX = 100;

export interface Mention {
  readonly comment: Comment;
  readonly runName: string | null;
  readonly unread: boolean;
}

/** Where others mentioned the caller, newest first; in the place of a comment that is stored otherwise than it was recorded, its id. Nobody mentions an API key. */
export async function listMentions(
  ctx: Context,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<Page<Mention | DamagedResult> & { readonly unreadCount: number }> {
  const after = newestFirst("mentions", comments.createdAt, comments.id, cursor);
  const reader = readerOf(ctx);
  if (reader === undefined) return { items: [], nextCursor: null, unreadCount: 0 };
  const { tenantId } = ctx;
  return inTenant(ctx, async (tx) => {
    const rows = await tx
      .select({
        ...shownComment,
        recordedHash: recordedHash("comment", tenantId),
        runName: runs.name,
        unread: sql<boolean>`${isUnread(reader)}`,
      })
      .from(comments)
      .innerJoin(runs, and(eq(runs.tenantId, comments.tenantId), eq(runs.id, comments.runId)))
      .leftJoin(answering, isAnsweredBy)
      .leftJoin(commentReads, readsOf(tenantId, reader))
      .where(and(isMention(tenantId, reader), after))
      .orderBy(desc(comments.createdAt), desc(comments.id))
      .limit(limit + 1);
    const page = toPage("mentions", rows, limit, (row) => [row.createdAt.toISOString(), row.id]);
    const items = await showRecorded(
      "comment",
      page.items,
      ({ id }) => id,
      async (sound) => {
        const shown = await toComments(tx, tenantId, sound);
        return sound.map(({ runName, unread }, at) => ({ comment: shown[at]!, runName, unread }));
      },
    );
    return { items, nextCursor: page.nextCursor, unreadCount: await countUnread(tx, tenantId, reader) };
  });
}

// That anybody is mentioned is what the index of mentions has; the policies let it say no more.
const isMention = (tenantId: string, reader: string) =>
  and(
    eq(comments.tenantId, tenantId),
    sql`cardinality(${comments.mentions}) > 0`,
    arrayContains(comments.mentions, [reader]),
    ne(comments.authorId, reader),
  );

async function countUnread(tx: Transaction, tenantId: string, reader: string): Promise<number> {
  const rows = await tx
    .select({ id: comments.id })
    .from(comments)
    .leftJoin(commentReads, readsOf(tenantId, reader))
    .where(and(isMention(tenantId, reader), isUnread(reader)))
    .limit(COUNTED_MAX);
  return rows.length;
}
