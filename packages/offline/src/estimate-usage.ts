import type { AssessmentAnswer, AssessmentRequest, ModelUsage } from "@assay/core/ports";

const CHARACTERS_PER_TOKEN = 4;

export const NO_USAGE: ModelUsage = { tokensIn: 0, tokensOut: 0, costUsd: 0 };

/** What a model would have read and written; the engine itself costs nothing. */
export function estimateUsage(request: AssessmentRequest, written: string): AssessmentAnswer["usage"] {
  const { requirement, guidance, passages } = request;
  const read = [requirement.title, ...guidance, ...passages.map(({ text }) => text)].join("\n");
  return { tokensIn: countTokens(read), tokensOut: countTokens(written), costUsd: 0 };
}

function countTokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}
