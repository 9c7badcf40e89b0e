import type { Review } from "@assay/contract";
import { isNotJudged } from "../../assessments/not-judged.ts";
import type { ShownVerdict, VerdictGroup } from "../../reports/report.ts";
import type { ReportState } from "./report-state.ts";

export const SHOWN_VERDICTS = ["COMPLETE", "PARTIAL", "MISSING", "NOT_JUDGED", "FAILED"] as const;

export const VERDICT_NAMES: Readonly<Record<ShownVerdict, string>> = {
  COMPLETE: "Complete",
  PARTIAL: "Partial",
  MISSING: "Missing",
  NOT_JUDGED: "Not judged",
  FAILED: "Failed",
};

type Assessment = ReportState["snapshot"]["assessments"][number];

export function shownVerdict({ flags = [], status }: Pick<Assessment, "flags" | "status">): ShownVerdict {
  return isNotJudged({ flags }) ? "NOT_JUDGED" : status;
}

/** The review that counts of each requirement: the newest. */
export function countingReviews(reviews: readonly Review[]): ReadonlyMap<string, Review> {
  const ordered = reviews.toSorted((one, other) => one.sequence - other.sequence);
  return new Map(ordered.map((review) => [review.requirementId, review]));
}

/** Each verdict of the run as a group of its own, with the review that counts. */
export function verdictGroups({ snapshot, reviews }: Pick<ReportState, "snapshot" | "reviews">): VerdictGroup[] {
  const counting = countingReviews(reviews);
  const kinds = new Map(snapshot.requirements.map((requirement) => [requirement.requirementId, requirement]));
  return snapshot.assessments.map((assessment) => {
    const review = counting.get(assessment.requirementId);
    return {
      verdict: shownVerdict(assessment),
      decision: review?.decision ?? null,
      reviewedStatus: review?.status ?? null,
      kind: kinds.get(assessment.requirementId)?.expectation?.kind ?? null,
      requirements: 1,
      citedPassages: review?.citedCount ?? 0,
      openedPassages: review?.openedCount ?? 0,
    };
  });
}

export function countVerdicts(assessments: readonly Pick<Assessment, "flags" | "status">[]) {
  const counts: Partial<Record<ShownVerdict, number>> = {};
  for (const assessment of assessments) {
    const verdict = shownVerdict(assessment);
    counts[verdict] = (counts[verdict] ?? 0) + 1;
  }
  return counts;
}
