import { AssayError, type Comment, type CommentBody, isUuid } from "@assay/contract";
import { comments, oneRow, type Transaction } from "@assay/db";
import { and, eq, sql } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import { sha256Hex } from "../digest.ts";
import type { Context } from "../tenancy/context.ts";
import { requireAuthor } from "./comment-author.ts";
import { actForRun, findCommentRun, Missing, requireAssessed } from "./comment-run.ts";
import { findMentioned } from "./find-mentioned.ts";
import { answering, isAnsweredBy, type ShownComment, shownComment, toComments } from "./to-comment.ts";

/**
 * Adds a comment, or an evidence request, to a run in any state, signed or not. Throws FORBIDDEN for an API key, a person
 * who may not review and a link that does not allow it, INVALID_STATE where `answersId` names no open request of the same requirement.
 */
export function addComment(ctx: Context, runId: string, body: CommentBody): Promise<Comment> {
  return actForRun(ctx, runId, async (tx) => {
    const author = await requireAuthor(tx, ctx, body.kind);
    const mentions = await findMentioned(tx, ctx, body.text);
    const run = await findCommentRun(tx, ctx, runId, { lock: true });
    if (run instanceof Missing) return run;
    const { requirementId = null, answersId = null } = body;
    if (requirementId !== null) await requireAssessed(tx, run, requirementId);
    if (answersId !== null) {
      const request = await findRequest(tx, ctx, runId, answersId);
      if (request instanceof Missing) return request;
      requireOpen(request, requirementId);
    }
    const textHash = await sha256Hex(body.text);
    const row = oneRow(
      await tx
        .insert(comments)
        .values({
          tenantId: ctx.tenantId,
          runId,
          requirementId,
          sequence: await nextSequence(tx, ctx, runId),
          kind: body.kind,
          text: body.text,
          textHash,
          authorId: author.id,
          authorName: author.name,
          mentions,
          answersId,
        })
        .returning(),
    );
    const [comment] = await toComments(tx, ctx.tenantId, [{ ...row, answeredById: null }]);
    await recordAudit(tx, ctx, {
      action: "comment.added",
      objectType: "comment",
      objectId: row.id,
      runId,
      details: { kind: row.kind, textHash, ...(requirementId === null ? {} : { requirementId }) },
    });
    return comment!;
  });
}

async function findRequest(
  tx: Transaction,
  { tenantId }: Context,
  runId: string,
  id: string,
): Promise<ShownComment | Missing> {
  const [row] = isUuid(id)
    ? await tx
        .select(shownComment)
        .from(comments)
        .leftJoin(answering, isAnsweredBy)
        .where(and(eq(comments.tenantId, tenantId), eq(comments.runId, runId), eq(comments.id, id)))
    : [];
  return row ?? new Missing("comment", id);
}

function requireOpen(request: ShownComment, requirementId: string | null): void {
  const problem =
    request.kind !== "REQUEST"
      ? "it is not an evidence request"
      : request.requirementId !== requirementId
        ? "it is about something else in the run"
        : request.redactedAt
          ? "it is redacted"
          : request.answeredById
            ? `comment '${request.answeredById}' has answered it`
            : undefined;
  if (problem === undefined) return;
  throw new AssayError("INVALID_STATE", `Cannot answer comment '${request.id}' because ${problem}`, {
    details: { id: request.id },
  });
}

/** The run is locked: nobody else takes the same number. */
async function nextSequence(tx: Transaction, { tenantId }: Context, runId: string): Promise<number> {
  const { last } = oneRow(
    await tx
      .select({ last: sql<number>`coalesce(max(${comments.sequence}), 0)`.mapWith(Number) })
      .from(comments)
      .where(and(eq(comments.tenantId, tenantId), eq(comments.runId, runId))),
  );
  return last + 1;
}
