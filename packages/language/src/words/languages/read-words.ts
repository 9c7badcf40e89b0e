import { findTerm } from "../find-term.ts";
import { splitWords, UNSPACED_START } from "../split-words.ts";
import { foldMarks } from "./fold-marks.ts";
import { guessLanguage } from "./guess-language.ts";
import { FUNCTION_WORDS, type WordLanguage } from "./language-words.ts";
import { stemOf } from "./stem-languages.ts";

export type { WordLanguage };

export interface TextReading {
  /** As `splitWords` gives them, French elisions apart and without the points of Arabic and Hebrew. */
  readonly words: readonly string[];
  /** Null: its words in Latin letters are read as English ones. */
  readonly language: WordLanguage | null;
}

/** A term of a word; its share is 1 for the word itself and less for a piece of it. */
export interface SharedTerm {
  readonly term: string;
  readonly share: number;
}

const ELISION = /(?<![\p{L}\p{M}])(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quelqu)['\u2019](?=\p{L})/giu;
const LATIN = /^[a-zß]/;
const LETTERS_ONLY = /^[\p{L}\p{M}]+$/u;
const SINGLE_LETTER = /^[a-z]$/;

/** Pieces of so many letters find a part of a compound, and a word in another inflection. */
const PIECE_LENGTH = 4;
/** Chosen on the half of the sets in German, French and Spanish that was tuned on. */
export const PIECE_SHARE = 0.5;
/** A word as an English text would have it: what a question that names no language is read as. */
const PLAIN_SHARE = 0.3;

/** The words of a text in order and the language that they are read by; the same on every machine. */
export function readWords(text: string): TextReading {
  const words = splitWords(foldMarks(text.replace(ELISION, " ")));
  return { words, language: guessLanguage(words) };
}

/**
 * The terms of one word of a text in `language`: its stem, the word as in an English text by `plainTerms`, and pieces of
 * four letters. English words, numbers and pairs of unspaced scripts have their plain terms alone.
 */
export function termsOf(
  word: string,
  language: WordLanguage | null,
  plainTerms: (word: string) => readonly string[] = plainTerm,
): SharedTerm[] {
  const isPlain = UNSPACED_START.test(word) || !LETTERS_ONLY.test(word) || (language === null && LATIN.test(word));
  if (isPlain) return plainTerms(word).map((term) => ({ term, share: 1 }));
  if (language !== null && (FUNCTION_WORDS[language].has(word) || SINGLE_LETTER.test(word))) return [];
  const stem = language === null || !LATIN.test(word) ? word : stemOf(language, word);
  const plain = plainTerms(word).filter((term) => term !== stem);
  return [
    { term: stem, share: 1 },
    ...plain.map((term) => ({ term, share: PLAIN_SHARE })),
    ...piecesOf(stem).map((term) => ({ term, share: PIECE_SHARE })),
  ];
}

function plainTerm(word: string): string[] {
  return [findTerm(word) ?? []].flat();
}

function piecesOf(stem: string): string[] {
  return Array.from(
    { length: Math.max(0, stem.length - PIECE_LENGTH + 1) },
    (_, at) => `~${stem.slice(at, at + PIECE_LENGTH)}`,
  );
}
