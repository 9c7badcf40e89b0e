import { type MeaningCover, ModelError } from "@assay/contract";
import type { EntailmentPair, EntailmentScores, OpenMeaningModel } from "@assay/core/ports";
import { makeMetrics } from "@assay/testing/make-metrics";

const RELATED: EntailmentScores = { supports: 0.9, partly: 0.06, contradicts: 0.02, unrelated: 0.02 };
export const SCORES = {
  proof: RELATED,
  offTopic: { supports: 0.005, partly: 0.005, contradicts: 0.01, unrelated: 0.98 },
  denial: { supports: 0.05, partly: 0.05, contradicts: 0.8, unrelated: 0.1 },
  thin: { supports: 0.1, partly: 0.6, contradicts: 0.1, unrelated: 0.2 },
} as const satisfies Record<string, EntailmentScores>;

export const THRESHOLDS = { related: 0.05, supports: 0.2, contradicts: 0.5 };

export const COVERS: MeaningCover = { languages: ["en"], kinds: ["PROSE", "TABLE_ROW", "SETTING", "LOG_LINE"] };

/** A model that takes what the test states of a text for its meaning, and everything else for proof. */
export function createStatedEntailment(stated: Record<string, EntailmentScores> = {}) {
  const asked: EntailmentPair[] = [];
  let broken = 0;
  const model: OpenMeaningModel = {
    covers: COVERS,
    thresholds: { reading: THRESHOLDS, wording: { ...THRESHOLDS, supports: 0.5 } },
    entailment: {
      model: "stated-entailment",
      sha256: "e".repeat(64),
      runtime: "the test",
      async score(pairs) {
        if (broken-- > 0) throw new ModelError("MODEL_INVALID_OUTPUT", "The model ended");
        asked.push(...pairs);
        return pairs.map(({ evidence }) => {
          const found = Object.keys(stated).find((text) => evidence.includes(text));
          return found === undefined ? SCORES.proof : stated[found]!;
        });
      },
    },
  };
  const [check, thresholds] = [
    { model: "stated-entailment", sha256: "e".repeat(64), covers: COVERS },
    model.thresholds,
  ];
  const metrics = { ...makeMetrics({ ...check, thresholds: thresholds.reading }), thresholds };
  return {
    model: { ...model, metrics },
    asked,
    breakOnce() {
      broken = 1;
    },
  };
}
