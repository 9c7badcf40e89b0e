import type { Verdict } from "@assay/site/verdict";
import type { AssessedRequirement } from "./group-requirements.ts";

const ORDER: Partial<Record<Verdict, number>> = { FAILED: 0, NOT_JUDGED: 1, MISSING: 2, PARTIAL: 3 };

/** What is not complete, the furthest from it first; equal ones in pack order. */
export function rankIncomplete(items: readonly AssessedRequirement[]): AssessedRequirement[] {
  return items
    .filter(({ verdict }) => ORDER[verdict] !== undefined)
    .sort((a, b) => ORDER[a.verdict]! - ORDER[b.verdict]! || (a.confidence ?? 0) - (b.confidence ?? 0));
}
