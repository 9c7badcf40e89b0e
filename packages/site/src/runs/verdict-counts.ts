import type { Run } from "@assay/client";
import type { Share } from "@assay/ui";
import { VERDICT_TONES, VERDICTS, type Verdict } from "./verdict.ts";

export type VerdictCounts = Pick<
  Run,
  "totalRequirements" | "assessedCount" | "completeCount" | "partialCount" | "missingCount" | "notJudgedCount"
>;

/** How many of the run's requirements have each verdict, those not assessed included. */
export function verdictsOf(run: VerdictCounts): Record<Verdict, number> {
  const { totalRequirements, assessedCount, completeCount, partialCount, missingCount, notJudgedCount } = run;
  return {
    COMPLETE: completeCount,
    PARTIAL: partialCount,
    MISSING: missingCount - notJudgedCount,
    NOT_JUDGED: notJudgedCount,
    // What could not be assessed counts as assessed, and in none of the other three.
    FAILED: assessedCount - completeCount - partialCount - missingCount,
    NONE: totalRequirements - assessedCount,
  };
}

export function sharesOf(run: VerdictCounts): Share[] {
  const counts = verdictsOf(run);
  return VERDICTS.map((verdict) => ({ tone: VERDICT_TONES[verdict], value: counts[verdict] }));
}

/**
 * What a run that continues this one asks for again: `3 that failed, 1 that was not judged and 20 that were not reached`.
 */
export function describeLeft(run: VerdictCounts): string {
  const { NOT_JUDGED: notJudged, FAILED: failed, NONE: none } = verdictsOf(run);
  const was = (count: number) => (count === 1 ? "was" : "were");
  const parts = [
    ...(failed > 0 ? [`${failed} that failed`] : []),
    ...(notJudged > 0 ? [`${notJudged} that ${was(notJudged)} not judged`] : []),
    ...(none > 0 ? [`${none} that ${was(none)} not reached`] : []),
  ];
  return parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : (parts[0] ?? "no requirement");
}

/** How many requirements a run that continues this one would ask for. */
export function countLeft(run: VerdictCounts): number {
  const { NOT_JUDGED: notJudged, FAILED: failed, NONE: none } = verdictsOf(run);
  return notJudged + failed + none;
}
