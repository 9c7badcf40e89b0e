import { LEXICAL_DIMENSIONS } from "@assay/db";
import { findTerm, hashTerm, readWords, splitWords, termsOf } from "@assay/language/words";

interface Bm25 {
  /** How much a term's further occurrences add. */
  readonly k1: number;
  /** How much a text's length counts against it. */
  readonly b: number;
  /** In terms, and fixed, so that a chunk's weights do not change when others are added. */
  readonly averageLength: number;
}

/** Of `chunk_terms`: what retrieval versions without a lexical weight search by. */
export const BM25_BEFORE: Bm25 = { k1: 1.2, b: 0.75, averageLength: 200 };
/** Of `chunk_weights`: real chunks have about 80 terms. */
export const BM25: Bm25 = { k1: 1.2, b: 0.75, averageLength: 80 };

/** How a retrieval version reads words: 1 reads all as English ones, 2 knows other languages. A new way is a new number. */
export type Lexicon = 1 | 2;
export const LEXICON_MAX: Lexicon = 2;

/**
 * Term id → how often the text has it, where a piece of a word counts less than once; empty for a text without a usable
 * word. The same text gives the same map.
 */
export function lexicalTerms(text: string, lexicon: Lexicon = 1): Map<number, number> {
  return lexicon === 1 ? englishTerms(text) : termsByLanguage(text);
}

function termsByLanguage(text: string): Map<number, number> {
  const frequencies = new Map<number, number>();
  const { words, language } = readWords(text);
  for (const word of words)
    for (const { term, share } of termsOf(word, language)) {
      const id = idOf(term);
      frequencies.set(id, (frequencies.get(id) ?? 0) + share);
    }
  return frequencies;
}

export const idOf = (term: string): number => (hashTerm(term) % LEXICAL_DIMENSIONS) + 1;

function englishTerms(text: string): Map<number, number> {
  const frequencies = new Map<number, number>();
  const idOfWord = new Map<string, number | null>();
  for (const word of splitWords(text)) {
    let id = idOfWord.get(word);
    if (id === undefined) {
      const term = findTerm(word);
      id = term === null ? null : idOf(term);
      idOfWord.set(word, id);
    }
    if (id !== null) frequencies.set(id, (frequencies.get(id) ?? 0) + 1);
  }
  return frequencies;
}

/** The document's half of BM25, without IDF. */
export function bm25DocumentWeights(
  terms: ReadonlyMap<number, number>,
  { k1, b, averageLength }: Bm25,
): Map<number, number> {
  const length = [...terms.values()].reduce((sum, frequency) => sum + frequency, 0);
  const damping = k1 * (1 - b + (b * length) / averageLength);
  return new Map([...terms].map(([id, tf]) => [id, Math.fround((tf * (k1 + 1)) / (tf + damping))]));
}

/** In how many of `total` documents each term occurs; absent: in none. */
export interface DocumentFrequencies {
  readonly frequencies: ReadonlyMap<number, number>;
  readonly total: number;
}

/** The query's half of BM25: the IDF of each of its terms, times how often the query has it. */
export function bm25QueryWeights(
  terms: ReadonlyMap<number, number>,
  { frequencies, total }: DocumentFrequencies,
): Map<number, number> {
  return new Map([...terms].map(([id, count]) => [id, Math.fround(count * idf(frequencies.get(id) ?? 0, total))]));
}

/**
 * The query's half as shares of its sum, so that scores of different queries compare: the inner product with
 * `bm25DocumentWeights` is 1 for a text of average length that has each term once.
 */
export function bm25QueryShares(
  terms: ReadonlyMap<number, number>,
  evidence: DocumentFrequencies,
): Map<number, number> {
  const weights = bm25QueryWeights(terms, evidence);
  const sum = [...weights.values()].reduce((before, weight) => before + weight, 0);
  return new Map([...weights].map(([id, weight]) => [id, Math.fround(weight / sum)]));
}

/** The query's half as retrieval versions without a lexical weight have it: how often it has a term does not count. */
export function bm25QueryWeightsBefore(
  terms: ReadonlyMap<number, number>,
  { frequencies, total }: DocumentFrequencies,
): Map<number, number> {
  return new Map([...terms.keys()].map((id) => [id, Math.fround(idf(frequencies.get(id) ?? 0, total))]));
}

const idf = (frequency: number, total: number) => Math.log(1 + (total - frequency + 0.5) / (frequency + 0.5));
