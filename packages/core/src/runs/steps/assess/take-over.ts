import { ModelError } from "@assay/contract";
import { evaluateChecked } from "../../../assessments/evaluate-checked.ts";
import type { EvaluatedEvidence, JudgedPassage } from "../../../assessments/evaluated-evidence.ts";
import type { Check } from "../../../assessments/meaning/check-meaning.ts";
import { neutraliseLinks } from "../../../assessments/neutralise-links.ts";
import { keepQuoteMarks } from "../../../assessments/record/keep-quote-marks.ts";
import type { Earlier } from "./find-previous.ts";
import type { Judged } from "./store-verdict.ts";

type Taken = Pick<Judged, "verdict" | "answer" | "assessorModel" | "reusedFromRunId">;

interface Grounds {
  readonly evidence: EvaluatedEvidence;
  readonly check: Check | undefined;
}

/**
 * Takes over an equal evaluation: the assessor's answer alone, judged again by what holds for this run. Returns undefined
 * where that gives no verdict. Of a release that kept no answers the verdict is taken, if its quotes still stand.
 */
export async function takeOver(earlier: Earlier, grounds: Grounds, assessorModel: string): Promise<Taken | undefined> {
  const taken = { answer: earlier.answer, assessorModel: earlier.assessorModel, reusedFromRunId: earlier.runId };
  const { passages } = grounds.evidence;
  if (!earlier.answer) {
    const quotes = earlier.citations.map(({ text, chunkId }) => ({ chunkId: holderOf(text, chunkId, passages), text }));
    const { confidence, remediation } = earlier;
    const verdict = await evaluateChecked({ confidence, quotes, reasoning: "", remediation }, grounds);
    // The reasoning was written with its notes; the verdict is as it was only if its quotes do.
    const stands = verdict.status === earlier.status && verdict.citations.length === earlier.citations.length;
    if (!stands) return undefined;
    const cited = new Set(verdict.citations.map(({ documentId }) => documentId));
    const shown = passages.filter(({ documentId }) => cited.has(documentId));
    return { ...taken, verdict: { ...verdict, reasoning: keepQuoteMarks(neutraliseLinks(earlier.reasoning), shown) } };
  }
  const { quotes, parts, ...rest } = earlier.answer;
  const answer = {
    ...rest,
    quotes: quotes.map(({ text, chunkId }) => ({ chunkId: holderOf(text, chunkId, passages), text })),
    ...(parts
      ? { parts: parts.map((part) => ({ ...part, chunkId: holderOf(part.quote, part.chunkId, passages) })) }
      : {}),
  };
  const verdict = await judgeIfUsable(answer, grounds);
  if (!verdict) return undefined;
  const other = earlier.assessorModel !== null && earlier.assessorModel !== assessorModel;
  const reasoning = other ? `${verdict.reasoning} ${judgedBy(earlier.assessorModel)}`.trim() : verdict.reasoning;
  return { ...taken, verdict: { ...verdict, reasoning } };
}

/** Said in a reasoning where the assessor is not the one of the run's engine version. */
export function judgedBy(model: string | null): string {
  return `Note: this was judged by the model ${model}.`;
}

async function judgeIfUsable(answer: Parameters<typeof evaluateChecked>[0], grounds: Grounds) {
  try {
    return await evaluateChecked(answer, grounds);
  } catch (error) {
    if (error instanceof ModelError && error.code === "MODEL_INVALID_OUTPUT") return undefined;
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
