import type { Review } from "@assay/client";
import type { AssessedRequirement } from "../requirements/group-requirements.ts";
import { findUnreviewed } from "./find-next.ts";
import { isUnreviewed } from "./review-state.ts";
import { describeDecision } from "./review-words.ts";

interface After {
  /** The requirement to continue with; undefined where none of the list waits. */
  readonly next: string | undefined;
  /** What was done and what comes now, also for those who do not see it. */
  readonly text: string;
}

/** Where a reviewer continues after a decision: with the next of the list that waits for one. */
export function afterReview(
  review: Review,
  items: readonly AssessedRequirement[],
  listed: readonly AssessedRequirement[],
): After {
  const order = listed.map(({ requirement: { requirementId }, review: state }) => ({ requirementId, review: state }));
  const next = findUnreviewed(order, review.requirementId);
  const left = items.filter(
    ({ requirement, review: state }) => requirement.requirementId !== review.requirementId && isUnreviewed(state),
  ).length;
  const done = `${review.requirementId}: ${describeDecision(review).toLowerCase()}.`;
  const title = items.find(({ requirement }) => requirement.requirementId === next)?.requirement.title;
  if (next !== undefined) return { next, text: `${done} ${left.toLocaleString()} left. Next is ${next}: ${title}` };
  return {
    next,
    text:
      left === 0
        ? `${done} All are reviewed.`
        : `${done} None of this list is left; of the run, ${left === 1 ? "1 is" : `${left} are`}.`,
  };
}
