import type { Answer } from "../ports/assessor.ts";
import { judgeAnswer, type Verdict } from "./judge-answer.ts";
import type { JudgedEvidence } from "./judged-evidence.ts";
import type { Check } from "./meaning/check-meaning.ts";
import { verifyAnswer } from "./verify-answer.ts";
import type { VerifiedQuotes } from "./verify-quotes.ts";

/** A verdict whose citations are checked for their meaning first, where the run checks them. */
export async function judgeChecked(
  answer: Answer,
  { evidence, check }: { evidence: JudgedEvidence; check: Check | undefined },
  verified: VerifiedQuotes = verifyAnswer(answer, evidence.passages),
): Promise<Verdict> {
  return judgeAnswer(answer, evidence, verified, await check?.({ answer, verified, evidence }));
}
