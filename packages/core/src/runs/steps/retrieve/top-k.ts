import type { ScoredChunk } from "./scan-part.ts";

/** Of each query, best first. */
export type BestChunks = ReadonlyMap<string, readonly ScoredChunk[]>;

/** The best of what was found before and of what was found now, as a search of both at once orders them. */
export function topK(before: BestChunks, found: readonly ScoredChunk[], limit: number): BestChunks {
  const all = Map.groupBy([...[...before.values()].flat(), ...found], ({ requirement }) => requirement);
  return new Map([...all].map(([requirement, chunks]) => [requirement, chunks.sort(byScore).slice(0, limit)]));
}

/** The score that a chunk must reach to be among the best. */
export function scoreMin(best: BestChunks, requirement: string, limit: number): number {
  return best.get(requirement)?.[limit - 1]?.score ?? Number.NEGATIVE_INFINITY;
}

function byScore(one: ScoredChunk, other: ScoredChunk): number {
  const nearer = other.score - one.score || one.distance - other.distance;
  if (nearer !== 0) return nearer;
  const [first, second] = one.tie === other.tie ? [one.chunkId, other.chunkId] : [one.tie, other.tie];
  return first < second ? -1 : 1;
}
