import { AssayError, type ReadCommentsBody } from "@assay/contract";
import { commentReads, comments, oneRow } from "@assay/db";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Context } from "../tenancy/context.ts";
import { requireMember } from "../tenancy/require-person.ts";
import { readerOf } from "./comment-reader.ts";
import { WHOLE_RUN } from "./comment-reads.ts";
import { actInTenant, findCommentRun, Missing, requireAssessed } from "./comment-run.ts";

/** Notes how far the caller has read a thread: never backwards, and never past its last comment. */
export async function markCommentsRead(
  ctx: Context,
  runId: string,
  { requirementId, sequence }: ReadCommentsBody,
): Promise<void> {
  requireMember(ctx, "mark comments as read");
  const userId = readerOf(ctx);
  if (userId === undefined)
    throw new AssayError(
      "FORBIDDEN",
      "Cannot mark comments as read in another tenant: it needs a member of that tenant",
    );
  const { tenantId } = ctx;
  await actInTenant(ctx, async (tx) => {
    const run = await findCommentRun(tx, ctx, runId);
    if (run instanceof Missing) return run;
    if (requirementId !== null) await requireAssessed(tx, run, requirementId);
    const { last } = oneRow(
      await tx
        .select({ last: sql<number>`coalesce(max(${comments.sequence}), 0)`.mapWith(Number) })
        .from(comments)
        .where(
          and(
            eq(comments.tenantId, tenantId),
            eq(comments.runId, runId),
            requirementId === null ? isNull(comments.requirementId) : eq(comments.requirementId, requirementId),
          ),
        ),
    );
    const readTo = Math.min(sequence, last);
    if (readTo === 0) return;
    await tx
      .insert(commentReads)
      .values({ tenantId, userId, runId, requirementId: requirementId ?? WHOLE_RUN, readTo })
      .onConflictDoUpdate({
        target: [commentReads.tenantId, commentReads.userId, commentReads.runId, commentReads.requirementId],
        set: { readTo: sql`greatest(${commentReads.readTo}, excluded.read_to)` },
      });
  });
}
