import type { Embedder } from "../ports/embedder.ts";
import { checkVectors } from "./check-vectors.ts";

/** How much a hint weighs next to the requirement itself, in both legs of the search. */
export const HINT_WEIGHT = 0.3;

export interface QuerySubject {
  readonly criterionTitle: string;
  readonly title: string;
  /** What an assessor would examine. */
  readonly retrievalHint: string | null;
}

/** What is searched for, in both legs. */
export function requirementText({ criterionTitle, title }: Pick<QuerySubject, "criterionTitle" | "title">): string {
  return `${criterionTitle}\n${title}`;
}

/**
 * A unit vector per requirement, in order; null for one without a usable word. The hint is embedded apart and added with
 * its weight: in one text with the requirement, a long hint would push passages that meet it below the threshold.
 */
export async function embedRequirements(
  embedder: Embedder,
  subjects: readonly QuerySubject[],
  { signal }: { signal: AbortSignal },
): Promise<(Float32Array | null)[]> {
  const texts = subjects.map(requirementText);
  const hints = [...new Set(subjects.flatMap(({ retrievalHint }) => retrievalHint ?? []))];
  const all = [...texts, ...hints];
  const vectors: (Float32Array | null)[] = [];
  for (let at = 0; at < all.length; at += embedder.batchSizeMax) {
    const batch = all.slice(at, at + embedder.batchSizeMax);
    const answer = await embedder.embed(batch, { kind: "query", signal });
    vectors.push(...checkVectors(answer, { count: batch.length, dimensions: embedder.dimensions }));
  }
  const vectorOfHint = new Map(hints.map((hint, at) => [hint, vectors[texts.length + at] ?? null]));
  return subjects.map(({ retrievalHint }, at) =>
    addHint(vectors[at] ?? null, retrievalHint === null ? null : (vectorOfHint.get(retrievalHint) ?? null)),
  );
}

function addHint(vector: Float32Array | null, hint: Float32Array | null): Float32Array | null {
  if (!vector || !hint) return vector;
  const sum = vector.map((value, at) => value + HINT_WEIGHT * hint[at]!);
  const length = Math.hypot(...sum);
  return sum.map((value) => value / length);
}

/** The term weights of a requirement with those of its hint: a term that only the hint has counts less. */
export function withHintWeights(
  own: ReadonlyMap<number, number>,
  hint: ReadonlyMap<number, number>,
): Map<number, number> {
  const weights = new Map([...hint].map(([term, weight]) => [term, Math.fround(weight * HINT_WEIGHT)]));
  for (const [term, weight] of own) weights.set(term, weight);
  return weights;
}
