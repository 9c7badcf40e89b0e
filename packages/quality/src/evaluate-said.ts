import { createConversingAssessor, PROMPT_FORMS } from "@assay/adapters/prompt";
import { EVIDENCE_RULES_BEFORE, ModelError } from "@assay/contract";
import { askAssessor, evaluateAnswer, type Verdict } from "@assay/core/assessments";
import { evidenceOf } from "./evidence-of.ts";
import { FLAGGED, REQUEST } from "./sets/asked.ts";

const EVIDENCE = evidenceOf({
  requirement: REQUEST.requirement,
  passages: REQUEST.passages.map((passage) => ({
    ...passage,
    documentId: `document of ${passage.chunkId}`,
    flaggedRanges: passage.chunkId === "chunk-4" ? FLAGGED : [],
  })),
  // What a document proves is measured elsewhere.
  rules: EVIDENCE_RULES_BEFORE,
});

const USAGE = { tokensIn: 0, tokensOut: 0, costUsd: 0 };

export interface JudgedSaid {
  /** Undefined where the requirement is not judged. */
  readonly verdict: Verdict | undefined;
  readonly calls: number;
}

/** What becomes of what a model says, which it says again whenever it is asked again. */
export async function evaluateSaid(said: string): Promise<JudgedSaid> {
  let calls = 0;
  const conversing = createConversingAssessor({
    model: "double",
    form: PROMPT_FORMS[0],
    timeoutMs: 10_000,
    vendor: "the double",
    provider: "double",
    sendsTo: { provider: "offline", host: "double" },
    price: () => undefined,
    async say() {
      calls += 1;
      return { text: said, end: "finished", usage: USAGE };
    },
  });
  const assessor = { ...conversing, probe: async () => USAGE };
  try {
    const { answer, verified } = await askAssessor(assessor, REQUEST, EVIDENCE, {
      signal: AbortSignal.timeout(10_000),
    });
    return { verdict: evaluateAnswer(answer, EVIDENCE, verified), calls };
  } catch (error) {
    if (error instanceof ModelError) return { verdict: undefined, calls };
    throw error;
  }
}
