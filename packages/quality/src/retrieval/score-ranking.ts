import type { Embedder } from "@assay/core/ports";
import { createRanker, type Way } from "./rank-passages.ts";
import type { RetrievalSet } from "./retrieval-set.ts";

/** The floor of the specification. */
const THRESHOLD = 0.2;

export interface Score {
  readonly queries: number;
  /** Right groups, of those that a query can have among its first ten. */
  readonly right: number;
  readonly foundIn10: number;
  readonly foundIn8: number;
  readonly foundIn1: number;
  /** Means over the queries. */
  readonly recall10: number;
  readonly recall8: number;
  readonly reciprocalRank: number;
  /** Right groups that the floor cuts off, of `rightAtAll`. */
  readonly cutByFloor: number;
  readonly rightAtAll: number;
}

/** Scores one way of finding passages on one set. */
export async function scoreRanking(set: RetrievalSet, way: Way, embedder: Embedder): Promise<Score> {
  const rank = await createRanker(set, way, embedder, THRESHOLD);
  const sums = {
    right: 0,
    foundIn10: 0,
    foundIn8: 0,
    foundIn1: 0,
    recall10: 0,
    recall8: 0,
    rank: 0,
    cut: 0,
    rightAtAll: 0,
  };
  for (const query of set.queries) {
    const { groups, similarities } = await rank(query);
    const right = new Set(query.relevant);
    const found = (depth: number) => new Set(groups.slice(0, depth).filter((group) => right.has(group))).size;
    const first = groups.findIndex((group) => right.has(group));
    sums.right += Math.min(right.size, 10);
    sums.foundIn10 += found(10);
    sums.foundIn8 += found(8);
    sums.foundIn1 += found(1);
    sums.recall10 += found(10) / Math.min(right.size, 10);
    sums.recall8 += found(8) / Math.min(right.size, 8);
    sums.rank += first < 0 ? 0 : 1 / (first + 1);
    sums.cut += [...similarities.values()].filter((similarity) => similarity < THRESHOLD).length;
    sums.rightAtAll += right.size;
  }
  const count = set.queries.length;
  return {
    queries: count,
    right: sums.right,
    foundIn10: sums.foundIn10,
    foundIn8: sums.foundIn8,
    foundIn1: sums.foundIn1,
    recall10: sums.recall10 / count,
    recall8: sums.recall8 / count,
    reciprocalRank: sums.rank / count,
    cutByFloor: sums.cut,
    rightAtAll: sums.rightAtAll,
  };
}
