import type { Embedder } from "@assay/core/ports";
import { createRanker } from "./rank-passages.ts";
import type { RetrievalSet } from "./retrieval-set.ts";
import { scoreRanking } from "./score-ranking.ts";

/** Of the right passages of a set, so many may lie below the floor. */
const LOSS_MAX = 0.01;
const WEIGHTS = [0, 0.1, 0.2, 0.3, 0.5, 0.7, 1, 1.5, 2];

/** The highest cosine, in hundredths, below which at most one in a hundred right passages of each set lies. */
export async function chooseFloor(sets: readonly RetrievalSet[], embedder: Embedder): Promise<number> {
  const floors = [];
  for (const set of sets) {
    const cosines = (await rightCosines(set, embedder)).sort((one, other) => one - other);
    floors.push(Math.floor(cosines[Math.floor(LOSS_MAX * cosines.length)]! * 100) / 100);
  }
  return Math.max(0, Math.min(...floors));
}

/** The best passage of each group that is right, as its embedder gives it. */
async function rightCosines(set: RetrievalSet, { calibration: _, ...embedder }: Embedder): Promise<number[]> {
  const rank = await createRanker(set, { rank: "now", withHeader: true }, embedder, -1);
  const cosines: number[] = [];
  for (const query of set.queries) cosines.push(...(await rank(query)).similarities.values());
  return cosines;
}

export interface WeightScore {
  readonly lexicalWeight: number;
  /** R@10, the mean of the sets. */
  readonly recall10: number;
}

/** What a set of weights of shared words finds by an embedder, in the order of the weights. */
export async function scoreWeights(sets: readonly RetrievalSet[], embedder: Embedder): Promise<WeightScore[]> {
  const scores: WeightScore[] = [];
  for (const lexicalWeight of WEIGHTS) {
    let sum = 0;
    for (const set of sets)
      sum += (await scoreRanking(set, { rank: "now", withHeader: true }, { ...embedder, lexicalWeight })).recall10;
    scores.push({ lexicalWeight, recall10: sum / sets.length });
  }
  return scores;
}
