import { splitIntoChunks, withHeader } from "@assay/core/documents";
import type { Embedder } from "@assay/core/ports";
import {
  BM25,
  BM25_BEFORE,
  bm25DocumentWeights,
  bm25QueryShares,
  bm25QueryWeightsBefore,
  cosineOf,
  LEXICON_MAX,
  lexicalTerms,
  requirementText,
  similarityOf,
} from "@assay/core/retrieval";
import { lexicalWeightOf } from "@assay/core/retrieval-versions";
import type { RetrievalSet, SetQuery } from "./retrieval-set.ts";

/** Orders the passages of a set for a query. */
export interface Ranked {
  /** The groups of the passages, best first; a group comes once for each of its passages. */
  readonly groups: readonly string[];
  /** Similarity of the best passage of each relevant group; absent where nothing is embedded. */
  readonly similarities: ReadonlyMap<string, number>;
}

/** How passages are found: with their title and headings or by their text alone. */
export interface Way {
  readonly rank: "bm25" | "before" | "now";
  readonly withHeader: boolean;
}

type Terms = ReadonlyMap<number, number>;

const FUSION_CONSTANT = 60;
const EMBEDDED_AT_ONCE = 64;

/**
 * Returns a function that ranks a set's passages as a run does: `now` with the weights of new retrieval versions,
 * `before` with those of earlier ones, `bm25` by the textbook (k1 1.2, b 0.75, the true average length) with the same
 * words. A test in core holds the statement of a run to the same formulas.
 */
export async function createRanker(set: RetrievalSet, way: Way, embedder: Embedder, threshold: number) {
  const chunks = set.passages.flatMap((passage) =>
    splitIntoChunks(passage.text).map(({ start, end }) => ({ ...passage, content: passage.text.slice(start, end) })),
  );
  const texts = chunks.map(({ document, location, context, content }) =>
    way.withHeader ? withHeader({ filename: document, location, context, content }) : content,
  );
  const lexicon = way.rank === "now" ? LEXICON_MAX : 1;
  const terms = texts.map((text) => lexicalTerms(text, lexicon));
  const evidence = { frequencies: countFrequencies(terms), total: terms.length };
  const averageLength = terms.reduce((sum, each) => sum + lengthOf(each), 0) / terms.length;
  const weights = terms.map((each) =>
    bm25DocumentWeights(each, { bm25: { k1: 1.2, b: 0.75, averageLength }, before: BM25_BEFORE, now: BM25 }[way.rank]),
  );
  const { calibration } = embedder;
  const floor = cosineOf(threshold, calibration);
  const vectors = way.rank === "bm25" ? [] : await embedAll(embedder, texts);

  return async ({ criterion, title, relevant }: SetQuery): Promise<Ranked> => {
    const text = requirementText({ criterionTitle: criterion, title });
    const query =
      way.rank === "before"
        ? bm25QueryWeightsBefore(lexicalTerms(title), evidence)
        : bm25QueryShares(lexicalTerms(text, lexicon), evidence);
    const overlaps = weights.map((each) => dotOf(query, each));
    const every = chunks.map((_, at) => at);
    const groupsOf = (order: readonly number[]) => order.map((at) => chunks[at]!.group);
    if (way.rank === "bm25") return { groups: groupsOf(orderBy(every, overlaps)), similarities: new Map() };

    const [vector] = await embedder.embed([text], { kind: "query" });
    const cosines = vectors.map((each) => (vector && each ? cosineBetween(vector, each) : Number.NEGATIVE_INFINITY));
    const similarities = new Map<string, number>();
    for (const at of every) {
      const { group } = chunks[at]!;
      const similarity = similarityOf(Math.max(-1, cosines[at]!), calibration);
      if (relevant.includes(group)) similarities.set(group, Math.max(similarities.get(group) ?? -1, similarity));
    }
    const admitted = every.filter((at) => cosines[at]! >= floor);
    const fused =
      way.rank === "before"
        ? fuseByRanks(admitted, cosines, overlaps)
        : fuseByShares(admitted, cosines, overlaps, { floor, lexicalWeight: lexicalWeightOf(embedder) });
    return { groups: groupsOf(orderBy(admitted, fused)), similarities };
  };
}

type Scores = readonly number[];

function fuseByRanks(among: readonly number[], cosines: Scores, overlaps: Scores): number[] {
  const scores: number[] = [];
  for (const [rank, at] of orderBy(among, cosines).entries()) scores[at] = 1 / (FUSION_CONSTANT + rank + 1);
  for (const [rank, at] of orderBy(among, overlaps).entries())
    if (overlaps[at]! > 0) scores[at]! += 1 / (FUSION_CONSTANT + rank + 1);
  return scores;
}

function fuseByShares(
  among: readonly number[],
  cosines: Scores,
  overlaps: Scores,
  { floor, lexicalWeight }: { floor: number; lexicalWeight: number },
): number[] {
  const scores: number[] = [];
  for (const at of among) scores[at] = (cosines[at]! - floor) / (1 - floor) + lexicalWeight * overlaps[at]!;
  return scores;
}

function orderBy(among: readonly number[], scores: readonly number[]): number[] {
  return among.toSorted((a, b) => scores[b]! - scores[a]! || a - b);
}

async function embedAll(embedder: Embedder, texts: readonly string[]): Promise<(Float32Array | null)[]> {
  const vectors: (Float32Array | null)[] = [];
  const size = Math.min(EMBEDDED_AT_ONCE, embedder.batchSizeMax);
  for (let at = 0; at < texts.length; at += size)
    vectors.push(...(await embedder.embed(texts.slice(at, at + size), { kind: "document" })));
  return vectors;
}

function countFrequencies(terms: readonly Terms[]): Map<number, number> {
  const frequencies = new Map<number, number>();
  for (const each of terms) for (const id of each.keys()) frequencies.set(id, (frequencies.get(id) ?? 0) + 1);
  return frequencies;
}

const lengthOf = (terms: Terms) => [...terms.values()].reduce((sum, count) => sum + count, 0);

function dotOf(query: Terms, weights: Terms): number {
  let sum = 0;
  for (const [id, weight] of query) sum += weight * (weights.get(id) ?? 0);
  return sum;
}

function cosineBetween(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!;
  return sum;
}
