import type { Review, ReviewCounts, ReviewQueue, ReviewQueueItem } from "@assay/contract";
import { damagedResult } from "../records/index.ts";
import type { Context } from "../tenancy/context.ts";
import { isConfirmable } from "./confirm-reviews.ts";
import { findAddresses } from "./describe-address.ts";
import {
  type FoundReviews,
  findEarlierReviews,
  findSoundReviews,
  isUnchanged,
  type ReviewsByRequirement,
} from "./find-reviews.ts";
import { byRisk, riskOf } from "./rank-risk.ts";
import { isSigned, withReviewedRun } from "./reviewed-run.ts";
import { findVerdicts, type ReviewedVerdict } from "./reviewed-verdicts.ts";
import { type ReviewRow, toReview } from "./to-review.ts";

/**
 * Every requirement of a run with its review, the highest risk first. As many statements for 2,000 requirements as for
 * one. A review that is stored otherwise than it was recorded counts as none, and is named. Throws NOT_FOUND, CROSS_TENANT_ACCESS_DENIED, and INVALID_STATE for a run that is not COMPLETED.
 */
export function getReviewQueue(ctx: Context, runId: string): Promise<ReviewQueue> {
  return withReviewedRun(ctx, runId, async (tx, run) => {
    const of = { tenantId: ctx.tenantId, runId: run.id };
    const verdicts = await findVerdicts(tx, run);
    const { reviews: here, damaged } = await findSoundReviews(tx, of);
    // An auditor's link shows this run, and nothing of an earlier one.
    const before = ctx.link ? NOTHING : await findEarlierReviews(tx, run);
    const earlier = before.reviews;
    const shown = [...here.values(), ...earlier.values()];
    const addresses = await findAddresses(
      tx,
      ctx.tenantId,
      shown.map(({ id }) => id),
    );
    const show = (row: ReviewRow) => toReview(row, addresses.get(row.id));
    const items = verdicts.map((verdict) => toItem(verdict, here, earlier, show)).sort(byRisk);
    return {
      items,
      counts: countReviews(verdicts, here, earlier),
      damaged: [...damaged, ...before.damaged].map(damagedResult),
      closed: await isSigned(tx, of),
    };
  });
}

const NOTHING: FoundReviews = { reviews: new Map(), damaged: [] };

function toItem(
  verdict: ReviewedVerdict,
  here: ReviewsByRequirement,
  earlier: ReviewsByRequirement,
  show: (row: ReviewRow) => Review,
): ReviewQueueItem {
  const { requirementId, status, flags, reviewDigest } = verdict;
  const review = here.get(requirementId);
  const before = earlier.get(requirementId);
  const unchanged = before !== undefined && isUnchanged(before, reviewDigest);
  return {
    requirementId,
    status,
    flags,
    risk: riskOf(verdict, before !== undefined && !unchanged),
    review: review ? show(review) : null,
    earlier: before ? { runId: before.runId, review: show(before), unchanged } : null,
  };
}

/** What has been reviewed, by the reviews that count. */
function countReviews(
  verdicts: readonly ReviewedVerdict[],
  here: ReviewsByRequirement,
  earlier: ReviewsByRequirement,
): ReviewCounts {
  const rows = [...here.values()];
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + of(row), 0);
  const decided = (decision: string) => rows.filter((row) => row.decision === decision).length;
  return {
    total: verdicts.length,
    reviewed: rows.length,
    agreed: decided("AGREED"),
    changed: decided("CHANGED"),
    sentBack: decided("SENT_BACK"),
    confirmable: verdicts.filter((verdict) => isConfirmable(verdict, earlier, here)).length,
    citedPassages: sum(({ citedCount }) => citedCount),
    openedPassages: sum(({ openedCount }) => openedCount),
  };
}
