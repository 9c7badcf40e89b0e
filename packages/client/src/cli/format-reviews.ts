import type { ReviewCounts } from "../generated/types.ts";

/** Such as `Reviewed by people: 41 of 44 (36 agreed, 2 changed, 3 sent back), opened 41 of 44 cited passages (reported by the client)`. */
export function formatReviews(counts: ReviewCounts): string {
  const { total, reviewed, agreed, changed, sentBack, openedPassages, citedPassages } = counts;
  const decisions = `${agreed} agreed, ${changed} changed, ${sentBack} sent back`;
  return `Reviewed by people: ${reviewed} of ${total} (${decisions}), opened ${openedPassages} of ${citedPassages} cited passages (reported by the client)`;
}
