import type { Comment, CommentListQuery } from "@assay/contract";
import { comments } from "@assay/db";
import { and, desc, eq, isNull, lt } from "drizzle-orm";
import { decodeCursor, type Page, toPage } from "../paging.ts";
import { recordedHash, requireAsRecorded, requireNoneMissing } from "../records/index.ts";
import type { Context } from "../tenancy/context.ts";
import { actForRun, findCommentRun, Missing } from "./comment-run.ts";
import { answering, isAnsweredBy, isOpenRequest, shownComment, toComments } from "./to-comment.ts";

/** In place of a requirement's id: what is said of the whole run. */
const OF_RUN = "none";

/** Newest first. Throws INTEGRITY_ERROR where one is stored otherwise than it was recorded. */
export function listComments(
  ctx: Context,
  runId: string,
  { requirementId, kind, open, limit, cursor }: CommentListQuery,
): Promise<Page<Comment>> {
  const before = cursor === undefined ? undefined : decodeCursor("comments", cursor, ["number"])[0];
  return actForRun(ctx, runId, async (tx) => {
    const run = await findCommentRun(tx, ctx, runId);
    if (run instanceof Missing) return run;
    const rows = await tx
      .select({ ...shownComment, recordedHash: recordedHash("comment", ctx.tenantId) })
      .from(comments)
      .leftJoin(answering, isAnsweredBy)
      .where(
        and(
          eq(comments.tenantId, ctx.tenantId),
          eq(comments.runId, runId),
          requirementId === undefined ? undefined : isAbout(requirementId),
          kind === undefined ? undefined : eq(comments.kind, kind),
          open === "true" ? isOpenRequest : undefined,
          before === undefined ? undefined : lt(comments.sequence, before),
        ),
      )
      .orderBy(desc(comments.sequence))
      .limit(limit + 1);
    await requireAsRecorded("comment", rows, ({ id }) => id);
    if (before === undefined) await requireNoneMissing(tx, "comment", { tenantId: ctx.tenantId, runId });
    const { items, nextCursor } = toPage("comments", rows, limit, (row) => [row.sequence]);
    return { items: await toComments(tx, ctx.tenantId, items), nextCursor };
  });
}

const isAbout = (requirementId: string) =>
  requirementId === OF_RUN ? isNull(comments.requirementId) : eq(comments.requirementId, requirementId);
