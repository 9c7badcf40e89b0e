import type { EntailmentScores } from "@assay/contract";
import type { Entailment } from "@assay/core/ports";

/** Asks the model of each pair once: its answer is the same under all thresholds. */
export function memoizeScores({ model, sha256, runtime, score }: Entailment): Entailment {
  const known = new Map<string, EntailmentScores>();
  return {
    ...{ model, sha256, runtime },
    async score(pairs, signal) {
      const keyed = pairs.map((pair) => ({
        pair,
        key: JSON.stringify([pair.requirement, pair.evidence, pair.context]),
      }));
      const unknown = keyed.filter(({ key }) => !known.has(key));
      const scores =
        unknown.length === 0
          ? []
          : await score(
              unknown.map(({ pair }) => pair),
              signal,
            );
      for (const [at, { key }] of unknown.entries()) known.set(key, scores[at]!);
      return keyed.map(({ key }) => known.get(key)!);
    },
  };
}
