import { AssayError, isStorableText, type ReviewChanges } from "@assay/contract";
import type { Context } from "../tenancy/context.ts";
import { refuseLink } from "../tenancy/require-link.ts";
import { findEarlierReviews, requireSound } from "./find-reviews.ts";
import { listChanges } from "./list-changes.ts";
import { findComparedVerdict } from "./reviewed-facts.ts";
import { withReviewedRun } from "./reviewed-run.ts";

/**
 * What has changed since the verdict was reviewed in the last previous run that has a review of it; nothing, where all that
 * the review rests on is equal. Throws NOT_FOUND where there is no such run, and as `getReviewQueue` does.
 */
export async function getReviewChanges(ctx: Context, runId: string, requirementId: string): Promise<ReviewChanges> {
  refuseLink(ctx);
  return withReviewedRun(ctx, runId, async (tx, run) => {
    const of = { tenantId: ctx.tenantId, requirementId };
    // It comes from the path, and no statement may hold what no column can.
    const after = isStorableText(requirementId) && (await findComparedVerdict(tx, { ...of, runId: run.id }));
    const earlier = after && requireSound(await findEarlierReviews(tx, run, requirementId)).get(requirementId);
    const before = earlier && (await findComparedVerdict(tx, { ...of, runId: earlier.runId }));
    if (!before)
      throw new AssayError(
        "NOT_FOUND",
        `Cannot find an earlier run with a review of requirement '${requirementId}' before run '${run.id}'`,
        { details: { id: requirementId } },
      );
    return { earlierRunId: earlier.runId, changes: listChanges(before, after) };
  });
}
