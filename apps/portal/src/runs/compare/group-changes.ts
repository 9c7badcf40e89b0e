import type { AssessmentStatus } from "@assay/client";
import type { Change } from "@assay/site/explain-change";

export interface ChangeGroup {
  readonly title: string;
  readonly changes: readonly Change[];
}

const RANK: Record<AssessmentStatus, number> = { FAILED: 0, MISSING: 1, PARTIAL: 2, COMPLETE: 3 };
const TITLES = [
  "Worse than before",
  "Better than before",
  "Same verdict, other confidence",
  "In one run only",
] as const;

/** What got worse comes first; groups without changes are left out. */
export function groupChanges(changes: readonly Change[]): ChangeGroup[] {
  const groups = Map.groupBy(changes, titleOf);
  return TITLES.flatMap((title) => {
    const own = groups.get(title);
    return own ? [{ title, changes: own }] : [];
  });
}

function titleOf({ before, after }: Change): (typeof TITLES)[number] {
  if (!before || !after) return "In one run only";
  const step = RANK[after.status] - RANK[before.status];
  if (step === 0) return "Same verdict, other confidence";
  return step < 0 ? "Worse than before" : "Better than before";
}
