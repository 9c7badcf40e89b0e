import { UNSPACED, UNSPACED_START } from "../retrieval/lexical/split-words.ts";
import { lexicalTerms } from "../retrieval/lexical-terms.ts";

export interface MarkedWord {
  /** UTF-16 code units, [start, end). */
  readonly start: number;
  readonly end: number;
  readonly term: number;
}

const INVISIBLE = "\u00ad\u200b-\u200d\u2060\ufeff";
const WORD = new RegExp(
  `[${UNSPACED}]+|(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}])(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}${INVISIBLE}])*(?:\\.[0-9]+)*`,
  "gu",
);

/** Where a text has words with the wanted terms, in order; ranges that touch or overlap are one per term still. */
export function markWords(text: string, wanted: ReadonlyMap<number, number>): MarkedWord[] {
  const marked: MarkedWord[] = [];
  for (const { index, 0: word } of text.matchAll(WORD)) {
    const pieces = UNSPACED_START.test(word) ? pairsOf(word) : [{ at: 0, piece: word }];
    for (const { at, piece } of pieces)
      for (const term of lexicalTerms(piece).keys())
        if (wanted.has(term)) marked.push({ start: index + at, end: index + at + piece.length, term });
  }
  return marked;
}

/** Scripts without spaces are searched by overlapping pairs of characters. */
function pairsOf(run: string): { at: number; piece: string }[] {
  const characters = [...run];
  if (characters.length === 1) return [{ at: 0, piece: run }];
  const pairs: { at: number; piece: string }[] = [];
  let at = 0;
  for (const [index, character] of characters.slice(0, -1).entries()) {
    pairs.push({ at, piece: `${character}${characters[index + 1]}` });
    at += character.length;
  }
  return pairs;
}

/** The ranges of marked words, in order, those that touch or overlap as one. */
export function joinMarks(marked: readonly MarkedWord[]): [number, number][] {
  const ranges: [number, number][] = [];
  for (const { start, end } of marked.toSorted((a, b) => a.start - b.start)) {
    const last = ranges.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else ranges.push([start, end]);
  }
  return ranges;
}
