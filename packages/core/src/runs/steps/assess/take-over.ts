import { ModelError } from "@assay/contract";
import { judgeAnswer } from "../../../assessments/judge-answer.ts";
import type { JudgedEvidence, JudgedPassage } from "../../../assessments/judged-evidence.ts";
import type { Earlier } from "./find-earlier.ts";
import type { Judged } from "./store-verdict.ts";

type Taken = Pick<Judged, "verdict" | "answer" | "assessorModel" | "reusedFromRunId">;

/**
 * Takes over an equal evaluation: the assessor's answer alone, judged anew by what holds for this run. Returns undefined
 * where that gives no verdict. Of a release that kept no answers the verdict is taken, if its quotes still stand.
 */
export function takeOver(earlier: Earlier, evidence: JudgedEvidence, assessorModel: string): Taken | undefined {
  const taken = { answer: earlier.answer, assessorModel: earlier.assessorModel, reusedFromRunId: earlier.runId };
  const { passages } = evidence;
  if (!earlier.answer) {
    const quotes = earlier.citations.map(({ text, chunkId }) => ({ chunkId: holderOf(text, chunkId, passages), text }));
    const { confidence, remediation } = earlier;
    const verdict = judgeAnswer({ confidence, quotes, reasoning: "", remediation }, evidence);
    // The reasoning was written with its notes; the verdict stands as it was only if its quotes do.
    const stands = verdict.status === earlier.status && verdict.citations.length === earlier.citations.length;
    return stands ? { ...taken, verdict: { ...verdict, reasoning: earlier.reasoning } } : undefined;
  }
  const { quotes, parts, ...rest } = earlier.answer;
  const answer = {
    ...rest,
    quotes: quotes.map(({ text, chunkId }) => ({ chunkId: holderOf(text, chunkId, passages), text })),
    ...(parts
      ? { parts: parts.map((part) => ({ ...part, chunkId: holderOf(part.quote, part.chunkId, passages) })) }
      : {}),
  };
  const verdict = judgeIfUsable(answer, evidence);
  if (!verdict) return undefined;
  const other = earlier.assessorModel !== null && earlier.assessorModel !== assessorModel;
  const reasoning = other ? `${verdict.reasoning} ${judgedBy(earlier.assessorModel)}`.trim() : verdict.reasoning;
  return { ...taken, verdict: { ...verdict, reasoning } };
}

/** Said in a reasoning where the assessor is not the one of the run's engine version. */
export function judgedBy(model: string | null): string {
  return `Note: this was judged by the model ${model}.`;
}

function judgeIfUsable(answer: Parameters<typeof judgeAnswer>[0], evidence: JudgedEvidence) {
  try {
    return judgeAnswer(answer, evidence);
  } catch (error) {
    if (error instanceof ModelError) return undefined;
    throw error;
  }
}

// The chunk may have a new id in this run; its text, equal by digest, has not changed.
function holderOf(text: string, chunkId: string, passages: readonly JudgedPassage[]): string {
  const holder =
    passages.find((passage) => passage.chunkId === chunkId) ??
    passages.find((passage) => text !== "" && passage.text.includes(text));
  return holder?.chunkId ?? chunkId;
}
