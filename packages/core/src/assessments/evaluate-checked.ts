import type { Answer } from "../ports/assessor.ts";
import { evaluateAnswer, type Verdict } from "./evaluate-answer.ts";
import type { EvaluatedEvidence } from "./evaluated-evidence.ts";
import type { Check } from "./meaning/check-meaning.ts";
import { verifyAnswer } from "./verify-answer.ts";
import type { VerifiedQuotes } from "./verify-quotes.ts";

/** A verdict whose citations are checked for their meaning first, where the run checks them. */
export async function evaluateChecked(
  answer: Answer,
  { evidence, check }: { evidence: EvaluatedEvidence; check: Check | undefined },
  verified: VerifiedQuotes = verifyAnswer(answer, evidence.passages),
): Promise<Verdict> {
  return evaluateAnswer(answer, evidence, verified, await check?.({ answer, verified, evidence }));
}
