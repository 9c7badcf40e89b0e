import { memoizeTexts } from "@assay/language/text";
import { findTerm, splitWords } from "@assay/language/words";
import { joinPhrases, sameMeaning, spellOut } from "./equivalent-words.ts";

/** The terms of a text in order: stems without function words, words of equal meaning as one, abbreviations spelled out. */
export const readTerms: (text: string) => readonly string[] = memoizeTexts((text) =>
  splitWords(joinPhrases(text)).flatMap(termsOfWord),
);

/** The terms of one word of `splitWords`: none for a function word, several for an abbreviation. */
export function termsOfWord(word: string): string[] {
  return spellOut(word).flatMap((spelled) => {
    const term = findTerm(spelled);
    return term === null ? [] : [sameMeaning(term)];
  });
}
