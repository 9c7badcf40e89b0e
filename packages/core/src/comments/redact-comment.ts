import { AssayError, isUuid } from "@assay/contract";
import { comments, oneRow } from "@assay/db";
import { and, eq, sql } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import { requireLocked } from "../records/index.ts";
import type { Context } from "../tenancy/context.ts";
import { requireActOfPerson } from "../tenancy/require-act-of-person.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { actInTenant, findCommentRun, Missing } from "./comment-run.ts";

/** Removes the text of a comment permanently. Throws IMMUTABLE_RESOURCE for one that was redacted before. */
export async function redactComment(
  ctx: Context,
  runId: string,
  commentId: string,
): Promise<{ redactedAt: string; textHash: string }> {
  requireRole(ctx, "ADMIN");
  return actInTenant(ctx, async (tx) => {
    const { userId, role } = await requireActOfPerson(tx, ctx, "redact a comment");
    requireRole({ actor: { ...ctx.actor, role } }, "ADMIN");
    const run = await findCommentRun(tx, ctx, runId);
    if (run instanceof Missing) return run;
    const isComment = and(eq(comments.tenantId, ctx.tenantId), eq(comments.runId, runId), eq(comments.id, commentId));
    const [before] = isUuid(commentId) ? await tx.select().from(comments).where(isComment).for("update") : [];
    if (!before) return new Missing("comment", commentId);
    if (before.redactedAt)
      throw new AssayError(
        "IMMUTABLE_RESOURCE",
        `Cannot redact comment '${commentId}' because it is redacted already`,
        {
          details: { id: commentId },
        },
      );
    await requireLocked(tx, "comment", { tenantId: ctx.tenantId, id: commentId, row: before });
    const { redactedAt, textHash, requirementId } = oneRow(
      await tx
        .update(comments)
        .set({ text: null, redactedAt: sql`clock_timestamp()`, redactedBy: userId })
        .where(isComment)
        .returning(),
    );
    await recordAudit(tx, ctx, {
      action: "comment.redacted",
      objectType: "comment",
      objectId: commentId,
      runId,
      details: { textHash, ...(requirementId === null ? {} : { requirementId }) },
    });
    return { redactedAt: redactedAt!.toISOString(), textHash };
  });
}
