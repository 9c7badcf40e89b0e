import type { AssessmentAnswer, AssessmentRequest, Assessor } from "@assay/core/ports";

type Act = (request: AssessmentRequest, signal: AbortSignal) => Promise<Partial<AssessmentAnswer>>;

export interface DoubleAssessor extends Assessor {
  /** What it does from now on; it has nothing to say until told. */
  act: Act;
  /** The requirements that it was asked about, in the order of the calls. */
  readonly asked: string[];
}

/** A model that does as the test says, and counts how often it is asked. */
export function createDoubleAssessor(): DoubleAssessor {
  const double: DoubleAssessor = {
    model: "double",
    promptVersion: "double/1",
    asked: [],
    act: async () => ({}),
    probe: async () => ({ tokensIn: 0, tokensOut: 0, costUsd: 0 }),
    async assess(request, { signal }) {
      double.asked.push(request.requirement.requirementId);
      const answer = await double.act(request, signal);
      const usage = { tokensIn: 10, tokensOut: 5, costUsd: 0 };
      return { confidence: 0, quotes: [], reasoning: "As told.", remediation: null, usage, ...answer };
    },
  };
  return double;
}

/** Quotes the first sentence of the first passage, as sure as told. */
export const quoteFirst =
  (confidence: number): Act =>
  async ({ passages: [first] }) => ({
    confidence,
    quotes: [{ chunkId: first!.chunkId, text: sentenceOf(first!.text) }],
  });

function sentenceOf(text: string): string {
  return text.split("\n\n").find((line) => line.length > 30) ?? text;
}
