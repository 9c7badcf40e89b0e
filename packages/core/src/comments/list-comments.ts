import type { Comment, CommentListQuery, DamagedResult } from "@assay/contract";
import { comments } from "@assay/db";
import { and, desc, eq, isNull, lt } from "drizzle-orm";
import { decodeCursor, type Page, toPage } from "../paging.ts";
import { recordedHash, showMissing, showRecorded } from "../records/index.ts";
import type { Context } from "../tenancy/context.ts";
import { actForRun, findCommentRun, Missing } from "./comment-run.ts";
import { answering, isAnsweredBy, isOpenRequest, shownComment, toComments } from "./to-comment.ts";

/** In place of a requirement's id: what is said of the whole run. */
const OF_RUN = "none";

/** Newest first; in the place of one that is stored otherwise than it was recorded, or is gone, its id. */
export function listComments(
  ctx: Context,
  runId: string,
  { requirementId, kind, open, limit, cursor }: CommentListQuery,
): Promise<Page<Comment | DamagedResult>> {
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
    const { items, nextCursor } = toPage("comments", rows, limit, (row) => [row.sequence]);
    const missing = before === undefined ? await showMissing(tx, "comment", { tenantId: ctx.tenantId, runId }) : [];
    const shown = await showRecorded(
      "comment",
      items,
      ({ id }) => id,
      (sound) => toComments(tx, ctx.tenantId, sound),
    );
    return { items: [...missing, ...shown], nextCursor };
  });
}

const isAbout = (requirementId: string) =>
  requirementId === OF_RUN ? isNull(comments.requirementId) : eq(comments.requirementId, requirementId);
