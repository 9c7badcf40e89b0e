import type { Change } from "@assay/site/explain-change";
import { type JudgedVerdict, verdictOf } from "@assay/site/verdict";

export interface ChangeGroup {
  readonly title: string;
  readonly changes: readonly Change[];
}

const RANK: Record<JudgedVerdict, number> = { FAILED: 0, NOT_JUDGED: 1, MISSING: 2, PARTIAL: 3, COMPLETE: 4 };
const TITLES = [
  "Worse than before",
  "Better than before",
  "Same verdict, other confidence",
  "In one run only",
] as const;

/** What got worse comes first; groups without changes are omitted. */
export function groupChanges(changes: readonly Change[]): ChangeGroup[] {
  const groups = Map.groupBy(changes, titleOf);
  return TITLES.flatMap((title) => {
    const own = groups.get(title);
    return own ? [{ title, changes: own }] : [];
  });
}

function titleOf({ before, after }: Change): (typeof TITLES)[number] {
  if (!before || !after) return "In one run only";
  const step = RANK[verdictOf(after)] - RANK[verdictOf(before)];
  if (step === 0) return "Same verdict, other confidence";
  return step < 0 ? "Worse than before" : "Better than before";
}
