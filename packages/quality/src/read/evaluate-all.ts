import type { AssessmentStatus } from "@assay/contract";
import type { Verdict } from "@assay/core/assessments";
import type { FoundPassage } from "../evaluate-passages.ts";
import type { AskedRequirement } from "./find-passages.ts";

export interface JudgedRequirement {
  readonly requirement: AskedRequirement;
  readonly passages: readonly FoundPassage[];
  /** Undefined where no passage is similar enough. */
  readonly verdict: Verdict | undefined;
}

interface Way {
  find(requirement: AskedRequirement): Promise<readonly FoundPassage[]>;
  judge(requirement: AskedRequirement, passages: readonly FoundPassage[]): Promise<Verdict>;
}

/** Judges requirements one after the other. */
export async function evaluateAll(
  { find, judge }: Way,
  requirements: readonly AskedRequirement[],
): Promise<JudgedRequirement[]> {
  const judged: JudgedRequirement[] = [];
  for (const requirement of requirements) {
    const passages = await find(requirement);
    const verdict = passages.length === 0 ? undefined : await judge(requirement, passages);
    judged.push({ requirement, passages, verdict });
  }
  return judged;
}

export function countStatus(judged: readonly JudgedRequirement[], status: AssessmentStatus): number {
  return judged.filter(({ verdict }) => (verdict?.status ?? "MISSING") === status).length;
}
