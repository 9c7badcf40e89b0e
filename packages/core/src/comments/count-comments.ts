import type { CommentCounts } from "@assay/contract";
import { commentReads, comments } from "@assay/db";
import { and, asc, eq, sql } from "drizzle-orm";
import type { Context } from "../tenancy/context.ts";
import { readerOf } from "./comment-reader.ts";
import { isUnread, readsOf } from "./comment-reads.ts";
import { actForRun, findCommentRun, Missing } from "./comment-run.ts";
import { answering, isAnsweredBy, isOpenRequest } from "./to-comment.ts";

/** Comments of a run by requirement, with what the caller has not read: one statement, however many there are. */
export function countComments(ctx: Context, runId: string): Promise<CommentCounts> {
  const reader = readerOf(ctx);
  return actForRun(ctx, runId, async (tx) => {
    const run = await findCommentRun(tx, ctx, runId);
    if (run instanceof Missing) return run;
    const requirements = await tx
      .select({
        requirementId: comments.requirementId,
        total: sql<number>`count(*)`.mapWith(Number),
        unread: sql<number>`count(*) filter (where ${isUnread(reader)})`.mapWith(Number),
        openRequests: sql<number>`count(*) filter (where ${isOpenRequest})`.mapWith(Number),
      })
      .from(comments)
      .leftJoin(answering, isAnsweredBy)
      .leftJoin(commentReads, readsOf(ctx.tenantId, reader))
      .where(and(eq(comments.tenantId, ctx.tenantId), eq(comments.runId, runId)))
      .groupBy(comments.requirementId)
      .orderBy(asc(comments.requirementId));
    const sum = (of: "total" | "unread" | "openRequests") => requirements.reduce((all, each) => all + each[of], 0);
    return { total: sum("total"), unread: sum("unread"), openRequests: sum("openRequests"), requirements };
  });
}
