import { PIECE_SHARE, readWords, termsOf, UNSPACED, UNSPACED_START } from "@assay/language/words";
import { idOf, type Lexicon, lexicalTerms } from "../retrieval/lexical-terms.ts";

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
export function markWords(text: string, wanted: ReadonlyMap<number, number>, lexicon: Lexicon = 1): MarkedWord[] {
  const marked: MarkedWord[] = [];
  const termsIn = lexicon === 1 ? (piece: string) => lexicalTerms(piece).keys() : byLanguage(text, wanted);
  for (const { index, 0: word } of text.matchAll(WORD)) {
    const pieces = UNSPACED_START.test(word) ? pairsOf(word) : [{ at: 0, piece: word }];
    for (const { at, piece } of pieces)
      for (const term of termsIn(piece))
        if (wanted.has(term)) marked.push({ start: index + at, end: index + at + piece.length, term });
  }
  return marked;
}

/** Of a word that is only in pieces among the wanted ones, as a part of a compound, nothing counts below half of them. */
function byLanguage(text: string, wanted: ReadonlyMap<number, number>): (piece: string) => Iterable<number> {
  const { language } = readWords(text);
  return (piece) => {
    const terms = readWords(piece).words.flatMap((word) => termsOf(word, language));
    const ids = terms.map(({ term, share }) => ({ id: idOf(term), share }));
    const found = ids.filter(({ id }) => wanted.has(id));
    const pieces = ids.filter(({ share }) => share === PIECE_SHARE).length;
    const counts = found.some(({ share }) => share !== PIECE_SHARE) || 2 * found.length >= pieces;
    return counts ? found.map(({ id }) => id) : [];
  };
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
