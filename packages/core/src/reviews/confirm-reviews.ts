import { AssayError, type ConfirmReviewsBody } from "@assay/contract";
import { insertInBatches, newId, reviews } from "@assay/db";
import { recordAudit } from "../audit/record-audit.ts";
import type { Context } from "../tenancy/context.ts";
import { describeAddress } from "./describe-address.ts";
import {
  findEarlierReviews,
  findReviews,
  isUnchanged,
  type ReviewsByRequirement,
  requireSound,
} from "./find-reviews.ts";
import { nextPosition } from "./next-position.ts";
import { asReviewer, requireUnsigned } from "./reviewed-run.ts";
import { getVerdicts, type ReviewedVerdict } from "./reviewed-verdicts.ts";

/**
 * Agrees to verdicts that were agreed to in a previous run and have not changed since. Returns how many; all or none.
 * Throws as `addReview` does, and INVALID_STATE with the requirements that cannot be confirmed.
 */
export function confirmReviews(ctx: Context, runId: string, body: ConfirmReviewsBody): Promise<number> {
  return asReviewer(ctx, runId, async (tx, { run, reviewer }) => {
    const verdicts = await getVerdicts(tx, run, [...new Set(body.requirementIds)]);
    await requireUnsigned(tx, run);
    const earlier = requireSound(await findEarlierReviews(tx, run));
    requireConfirmable(verdicts, earlier, await findReviews(tx, { tenantId: ctx.tenantId, runId: run.id }));
    const { sequence } = await nextPosition(tx, run, reviewer.userId);
    const rows = verdicts.map(({ requirementId, citedChunkIds, reviewDigest }, at) => ({
      id: newId(),
      tenantId: ctx.tenantId,
      runId: run.id,
      packId: run.packId,
      requirementId,
      sequence: sequence + at,
      decision: "AGREED" as const,
      reviewerId: reviewer.userId,
      reviewerName: reviewer.email,
      reviewerRole: reviewer.role,
      openedChunkIds: [],
      citedCount: citedChunkIds.length,
      openedCount: 0,
      reviewDigest,
      confirmsReviewId: earlier.get(requirementId)!.id,
    }));
    await insertInBatches(tx, reviews, rows);
    await recordAudit(
      tx,
      ctx,
      ...rows.map(({ id, requirementId, decision, citedCount, openedCount }) => ({
        action: "review.added" as const,
        objectType: "review",
        objectId: id,
        runId: run.id,
        details: { requirementId, decision, openedCount, citedCount, ...describeAddress(reviewer) },
      })),
      {
        action: "review.confirmed",
        objectType: "run",
        objectId: run.id,
        runId: run.id,
        details: { count: rows.length },
      },
    );
    return rows.length;
  });
}

/** Whether one confirmation is enough: nobody has reviewed it here, and what was agreed to before has not changed. */
export function isConfirmable(
  { requirementId, reviewDigest }: Pick<ReviewedVerdict, "requirementId" | "reviewDigest">,
  earlier: ReviewsByRequirement,
  here: ReviewsByRequirement,
): boolean {
  const before = earlier.get(requirementId);
  return before?.decision === "AGREED" && isUnchanged(before, reviewDigest) && !here.has(requirementId);
}

function requireConfirmable(
  verdicts: readonly ReviewedVerdict[],
  earlier: ReviewsByRequirement,
  here: ReviewsByRequirement,
): void {
  const requirementIds = verdicts
    .filter((verdict) => !isConfirmable(verdict, earlier, here))
    .map(({ requirementId }) => requirementId);
  if (requirementIds.length > 0)
    throw new AssayError(
      "INVALID_STATE",
      `Cannot confirm ${requirementIds.length} of ${verdicts.length} requirements because each must be agreed in an earlier run, unchanged since then, and not reviewed in this one`,
      { details: { requirementIds } },
    );
}
