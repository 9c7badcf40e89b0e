import type { Assessment, Requirement } from "@assay/client";
import { VERDICTS, type Verdict, verdictOf } from "@assay/site/verdict";

export interface AssessedRequirement {
  readonly requirement: Requirement;
  readonly verdict: Verdict;
  readonly confidence: number | null;
}

export type VerdictCounts = Readonly<Record<Verdict, number>>;

/** What the list shows, one after the other. */
export type Row =
  | { readonly kind: "criterion"; readonly criterionId: number; readonly title: string; readonly counts: VerdictCounts }
  | ({ readonly kind: "requirement" } & AssessedRequirement);

export interface Filter {
  readonly text: string;
  readonly verdict: Verdict | null;
}

export function joinAssessments(
  requirements: readonly Requirement[],
  assessments: readonly Assessment[],
): AssessedRequirement[] {
  const byRequirement = new Map(assessments.map((assessment) => [assessment.requirementId, assessment]));
  return requirements.map((requirement) => {
    const assessment = byRequirement.get(requirement.requirementId);
    return { requirement, verdict: assessment ? verdictOf(assessment) : "NONE", confidence: confidenceOf(assessment) };
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
export function groupRequirements(items: readonly AssessedRequirement[], { text, verdict }: Filter): Row[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const rows: Row[] = [];
  for (const group of byCriterion(items)) {
    const shown = group.filter((item) => (verdict === null || item.verdict === verdict) && matches(item, words));
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

function matches({ requirement }: AssessedRequirement, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const { requirementId, title, criterionTitle } = requirement;
  const text = `${requirementId} ${title} ${criterionTitle}`.toLowerCase();
  return words.every((word) => text.includes(word));
}
