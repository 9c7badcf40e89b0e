import type { Figure, Measure } from "./figure.ts";
import { loadSet, RETRIEVAL_SETS } from "./retrieval/list-sets.ts";
import { scoreRanking } from "./retrieval/score-ranking.ts";

const FLOOR_LOSS_MAX = 0.1;

/**
 * Right passages among the first eight, which an assessor sees, and those that the similarity floor cuts off. The goal is
 * what plain BM25 finds in the same passages without their titles and headings.
 */
export const measureRetrieval: Measure = {
  title: "Right passages found",
  of: "embedder",
  async run({ embedder }) {
    const figures: Figure[] = [];
    for (const listed of RETRIEVAL_SETS) {
      const set = listed.stored ? loadSet(listed, undefined) : undefined;
      if (!set) continue;
      const { half, what } = listed;
      const plain = await scoreRanking(set, { rank: "bm25", withHeader: false }, embedder);
      const now = await scoreRanking(set, { rank: "now", withHeader: true }, embedder);
      figures.push(
        { what: `${what}: plain BM25, text alone`, half, count: plain.foundIn8, of: plain.right },
        {
          ...{ what: `${what}: among the first eight`, half, count: now.foundIn8, of: now.right },
          goal: { atLeast: plain.foundIn8 / plain.right },
        },
        {
          ...{ what: `${what}: cut off by the floor`, half, count: now.cutByFloor, of: now.rightAtAll },
          // What another standard says of the same subject may share no word with it.
          ...(listed.isMapping ? {} : { goal: { atMost: FLOOR_LOSS_MAX } }),
        },
      );
    }
    return figures;
  },
};
