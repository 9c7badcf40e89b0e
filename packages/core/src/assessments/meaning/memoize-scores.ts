import type { EntailmentScores } from "@assay/contract";
import type { Entailment, EntailmentPair } from "../../ports/entailment.ts";

/** A model that computes the same pair once, for as long as one requirement is judged. */
export function memoizeScores(entailment: Entailment): Entailment {
  const known = new Map<string, EntailmentScores>();
  const keyOf = ({ requirement, evidence, context }: EntailmentPair) =>
    JSON.stringify([requirement, evidence, context]);
  return {
    model: entailment.model,
    sha256: entailment.sha256,
    runtime: entailment.runtime,
    async score(pairs, signal) {
      const wanted = new Map(pairs.map((pair) => [keyOf(pair), pair]));
      const unknown = [...wanted].filter(([key]) => !known.has(key));
      const scores =
        unknown.length === 0
          ? []
          : await entailment.score(
              unknown.map(([, pair]) => pair),
              signal,
            );
      for (const [at, [key]] of unknown.entries()) known.set(key, scores[at]!);
      return pairs.map((pair) => known.get(keyOf(pair))!);
    },
  };
}
