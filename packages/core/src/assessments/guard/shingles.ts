import { hashTerm, splitWords } from "@assay/language/words";

const SHINGLE_WORDS = 5;

/** Hashes of each five words in a row of a text; of a shorter text none. */
export function shinglesOf(text: string): number[] {
  const words = splitWords(text);
  const hashes: number[] = [];
  for (let at = 0; at + SHINGLE_WORDS <= words.length; at++)
    hashes.push(hashTerm(words.slice(at, at + SHINGLE_WORDS).join(" ")));
  return hashes;
}

/** The shingles of texts, for holding others against them. */
export function shinglesOfAll(texts: Iterable<string>): Set<number> {
  const known = new Set<number>();
  for (const text of texts) for (const hash of shinglesOf(text)) known.add(hash);
  return known;
}
