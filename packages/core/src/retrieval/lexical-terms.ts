import { LEXICAL_DIMENSIONS } from "@assay/db";
import { findTerm } from "./lexical/find-term.ts";
import { hashTerm } from "./lexical/hash-term.ts";
import { splitWords } from "./lexical/split-words.ts";

const K1 = 1.2;
const B = 0.75;

/** Term id → how often the text has it; empty for a text without a usable word. The same text gives the same map. */
export function lexicalTerms(text: string): Map<number, number> {
  const frequencies = new Map<number, number>();
  const idOfWord = new Map<string, number | null>();
  for (const word of splitWords(text)) {
    let id = idOfWord.get(word);
    if (id === undefined) {
      const term = findTerm(word);
      id = term === null ? null : (hashTerm(term) % LEXICAL_DIMENSIONS) + 1;
      idOfWord.set(word, id);
    }
    if (id !== null) frequencies.set(id, (frequencies.get(id) ?? 0) + 1);
  }
  return frequencies;
}

/**
 * The document's half of BM25 (k1 1.2, b 0.75), without IDF. `averageLength` is in terms and fixed, so that a chunk's
 * weights do not change when others are added.
 */
export function bm25DocumentWeights(
  terms: ReadonlyMap<number, number>,
  { averageLength }: { averageLength: number } = { averageLength: 200 },
): Map<number, number> {
  const length = [...terms.values()].reduce((sum, frequency) => sum + frequency, 0);
  const damping = K1 * (1 - B + (B * length) / averageLength);
  return new Map([...terms].map(([id, tf]) => [id, Math.fround((tf * (K1 + 1)) / (tf + damping))]));
}

/**
 * The query's half of BM25: the IDF of each of its terms. The inner product with `bm25DocumentWeights` is the score.
 * `documentFrequency` holds for each term id in how many of `documentCount` documents it occurs (absent: none).
 */
export function bm25QueryWeights(
  terms: ReadonlyMap<number, number>,
  documentFrequency: ReadonlyMap<number, number>,
  documentCount: number,
): Map<number, number> {
  return new Map(
    [...terms.keys()].map((id) => {
      const df = documentFrequency.get(id) ?? 0;
      return [id, Math.fround(Math.log(1 + (documentCount - df + 0.5) / (df + 0.5)))];
    }),
  );
}
