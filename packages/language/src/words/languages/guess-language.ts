import { STOP_WORDS } from "../stop-words.ts";
import { FUNCTION_WORDS, type WordLanguage } from "./language-words.ts";

const LANGUAGES = Object.keys(FUNCTION_WORDS) as WordLanguage[];

/** The language whose function words a text has most of; null for English, for a draw and for a text without any. */
export function guessLanguage(words: readonly string[]): WordLanguage | null {
  const counts = LANGUAGES.map((language) => countIn(FUNCTION_WORDS[language], words));
  const most = Math.max(...counts);
  if (most <= countIn(STOP_WORDS, words)) return null;
  return counts.filter((count) => count === most).length === 1 ? LANGUAGES[counts.indexOf(most)]! : null;
}

function countIn(set: ReadonlySet<string>, words: readonly string[]): number {
  return words.reduce((count, word) => count + (set.has(word) ? 1 : 0), 0);
}
