import { AssayError, isUuid } from "@assay/contract";
import { oneRow, reviews, type Transaction } from "@assay/db";
import { and, eq, sql } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import { requireLocked } from "../records/index.ts";
import type { Context } from "../tenancy/context.ts";
import { found } from "../tenancy/missing-resource.ts";
import { requireActOfPerson } from "../tenancy/require-act-of-person.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inTenant } from "../tenancy/transact.ts";
import { lockRun } from "./reviewed-run.ts";
import type { ReviewRow } from "./to-review.ts";

export interface Redaction {
  readonly redactedAt: string;
  /** SHA-256 of the text that is gone. */
  readonly textHash: string;
}

const REDACT = "redact a review";

/**
 * Removes the reason of a review, once and permanently; its SHA-256 stays. Throws FORBIDDEN unless an ADMIN of the tenant
 * asks, NOT_FOUND, INVALID_STATE where no reason was given, IMMUTABLE_RESOURCE where it was redacted already.
 */
export async function redactReview(ctx: Context, runId: string, reviewId: string): Promise<Redaction> {
  requireRole(ctx, "ADMIN");
  const result = await inTenant(ctx, async (tx) => {
    const person = await requireActOfPerson(tx, ctx, REDACT);
    requireRole({ actor: person }, "ADMIN");
    const run = await lockRun(tx, ctx.tenantId, runId);
    const review = run && isUuid(reviewId) ? await findReview(tx, ctx.tenantId, { runId, reviewId }) : undefined;
    return run && { redaction: review && (await redact(tx, ctx, review, person.userId)) };
  });
  const { redaction } = await found(ctx, "run", runId, result);
  return found(ctx, "review", reviewId, redaction);
}

async function findReview(
  tx: Transaction,
  tenantId: string,
  { runId, reviewId }: { runId: string; reviewId: string },
): Promise<ReviewRow | undefined> {
  const [row] = await tx
    .select()
    .from(reviews)
    .where(and(eq(reviews.tenantId, tenantId), eq(reviews.runId, runId), eq(reviews.id, reviewId)));
  return row;
}

async function redact(tx: Transaction, ctx: Context, review: ReviewRow, userId: string): Promise<Redaction> {
  const { id, runId, requirementId, reasonHash } = review;
  if (review.redactedAt)
    throw new AssayError("IMMUTABLE_RESOURCE", `Cannot redact review '${id}' again: its reason is gone`, {
      details: { id },
    });
  if (reasonHash === null)
    throw new AssayError("INVALID_STATE", `Cannot redact review '${id}' because it has no reason`, { details: { id } });
  await requireLocked(tx, "review", { tenantId: ctx.tenantId, id, row: review });
  const { redactedAt } = oneRow(
    await tx
      .update(reviews)
      .set({ reason: null, redactedAt: sql`clock_timestamp()`, redactedBy: userId })
      .where(and(eq(reviews.tenantId, ctx.tenantId), eq(reviews.id, id)))
      .returning({ redactedAt: reviews.redactedAt }),
  );
  await recordAudit(tx, ctx, {
    action: "review.redacted",
    objectType: "review",
    objectId: id,
    runId,
    details: { requirementId, reasonHash },
  });
  return { redactedAt: redactedAt!.toISOString(), textHash: reasonHash };
}
