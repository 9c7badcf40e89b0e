import { stemWord } from "./stem-word.ts";
import { STOP_WORDS } from "./stop-words.ts";

const SINGLE_LETTER = /^[a-z]$/;

/** The term under which a word of `splitWords` is found, or `null` for one that says nothing (function words, letters). */
export function findTerm(word: string): string | null {
  return STOP_WORDS.has(word) || SINGLE_LETTER.test(word) ? null : stemWord(word);
}
