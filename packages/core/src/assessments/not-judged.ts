import type { AssessmentFlag, UnusableCode } from "@assay/contract";
import { sql } from "drizzle-orm";
import { NOTHING_FOUND, type Verdict } from "./evaluate-answer.ts";

export const NOT_JUDGED: AssessmentFlag = "NOT_JUDGED";

const HAPPENED: Readonly<Record<UnusableCode, string>> = {
  MODEL_REFUSED: "the model refused to answer for this requirement",
  MODEL_INVALID_OUTPUT:
    "the model gave no answer for this requirement that could be used, also after it was asked again",
};

/** What to store when no assessor gave a usable answer: nothing was found out, and a person must judge. */
export function notJudgedVerdict(code: UnusableCode): Verdict {
  return {
    ...NOTHING_FOUND,
    status: "MISSING",
    confidence: 0,
    reasoning: `Not judged: ${HAPPENED[code]}. A person must judge it.`,
    flags: [NOT_JUDGED],
  };
}

export function isNotJudged({ flags }: { readonly flags: readonly AssessmentFlag[] }): boolean {
  return flags.includes(NOT_JUDGED);
}

/** As `isNotJudged`, of a stored assessment. */
export const wasNotJudged = sql<boolean>`flags @> '["NOT_JUDGED"]'::jsonb`;

/** More than so many of a run's requirements without a verdict: its model does not suit. */
const SHARE_MAX = 0.05;
const COUNT_MAX = 2;

export function isTooManyNotJudged(notJudged: number, total: number): boolean {
  return notJudged > COUNT_MAX && notJudged > total * SHARE_MAX;
}
