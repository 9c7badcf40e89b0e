import type { Assessment, Requirement, ReviewQueueItem, ReviewRisk } from "@assay/client";
import { VERDICTS, type Verdict, verdictOf } from "@assay/site/verdict";
import { type ReviewState, reviewStateOf } from "../review/review-state.ts";

export interface AssessedRequirement {
  readonly requirement: Requirement;
  readonly verdict: Verdict;
  readonly confidence: number | null;
  /** Null where the run is not reviewed; so are the two below. */
  readonly review: ReviewState | null;
  readonly risk: ReviewRisk | null;
  /** Its place in the order of risk. */
  readonly rank: number | null;
}

export type VerdictCounts = Readonly<Record<Verdict, number>>;

/** What the list shows, one after the other. */
export type Row =
  | { readonly kind: "criterion"; readonly criterionId: number; readonly title: string; readonly counts: VerdictCounts }
  | { readonly kind: "risk"; readonly risk: ReviewRisk; readonly reviewed: number; readonly total: number }
  | ({ readonly kind: "requirement" } & AssessedRequirement);

export interface Filter {
  readonly text: string;
  readonly verdict: Verdict | null;
  readonly review: ReviewState | null;
}

export function joinAssessments(
  requirements: readonly Requirement[],
  assessments: readonly Assessment[],
  queue: readonly ReviewQueueItem[] = [],
): AssessedRequirement[] {
  const byRequirement = new Map(assessments.map((assessment) => [assessment.requirementId, assessment]));
  const ranks = new Map(queue.map(({ requirementId }, rank) => [requirementId, rank]));
  return requirements.map((requirement) => {
    const assessment = byRequirement.get(requirement.requirementId);
    const rank = ranks.get(requirement.requirementId);
    const item = rank === undefined ? undefined : queue[rank];
    return {
      requirement,
      verdict: assessment ? verdictOf(assessment) : "NONE",
      confidence: confidenceOf(assessment),
      review: item ? reviewStateOf(item) : null,
      risk: item?.risk ?? null,
      rank: rank ?? null,
    };
  });
}

/** What was not judged has none, though 0 is stored. */
function confidenceOf(assessment: Assessment | undefined): number | null {
  return assessment && verdictOf(assessment) !== "NOT_JUDGED" ? assessment.confidence : null;
}

export function countVerdicts(items: readonly Pick<AssessedRequirement, "verdict">[]): VerdictCounts {
  const counts = Object.fromEntries(VERDICTS.map((verdict) => [verdict, 0])) as Record<Verdict, number>;
  for (const { verdict } of items) counts[verdict] += 1;
  return counts;
}

/**
 * The rows of the requirements that pass the filter, each criterion before its own. A criterion's counts are of all its
 * requirements, whatever the filter.
 */
export function groupRequirements(items: readonly AssessedRequirement[], filter: Filter): Row[] {
  const rows: Row[] = [];
  for (const group of byCriterion(items)) {
    const shown = group.filter((item) => matches(item, filter));
    if (shown.length === 0) continue;
    const { criterionId, criterionTitle } = group[0]!.requirement;
    rows.push({ kind: "criterion", criterionId, title: criterionTitle, counts: countVerdicts(group) });
    for (const item of shown) rows.push({ kind: "requirement", ...item });
  }
  return rows;
}

function byCriterion(items: readonly AssessedRequirement[]): Iterable<AssessedRequirement[]> {
  return Map.groupBy(items, ({ requirement }) => requirement.criterionId).values();
}

export function matches(item: AssessedRequirement, { text, verdict, review }: Filter): boolean {
  if (verdict !== null && item.verdict !== verdict) return false;
  if (review !== null && item.review !== review) return false;
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const { requirementId, title, criterionTitle } = item.requirement;
  const searched = `${requirementId} ${title} ${criterionTitle}`.toLowerCase();
  return words.every((word) => searched.includes(word));
}
