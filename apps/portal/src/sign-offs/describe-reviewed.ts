import type { ReviewCounts, SignOffPayload } from "@assay/client";
import { formatCount } from "@assay/site/format";

/** Such as `opened 41 of 44 cited passages (reported by the client), 44 of 44 reviewed, 3 sent back`; passages are those that reviewed verdicts cite. */
export function describeReviewed(payload: SignOffPayload): string {
  const { openedPassages, citedPassages, reviewedCount, totalRequirements, sentBackCount } = payload;
  return [
    ...(citedPassages > 0
      ? [`opened ${openedPassages} of ${formatCount(citedPassages, "cited passage")} (reported by the client)`]
      : []),
    `${reviewedCount} of ${totalRequirements} reviewed`,
    ...(sentBackCount > 0 ? [`${sentBackCount} sent back`] : []),
  ].join(", ");
}

/** What a signer should know: what nobody reviewed, what was sent back, what nobody opened. */
export function findGaps({ total, reviewed, sentBack, citedPassages, openedPassages }: ReviewCounts): string[] {
  const [left, unopened] = [total - reviewed, citedPassages - openedPassages];
  return [
    ...(left > 0 ? [`${formatCount(left, "requirement is", "requirements are")} not reviewed`] : []),
    ...(sentBack > 0 ? [`${formatCount(sentBack, "requirement was", "requirements were")} sent back`] : []),
    ...(unopened > 0
      ? [`${formatCount(unopened, "cited passage was", "cited passages were")} opened by nobody, as clients reported`]
      : []),
  ];
}
