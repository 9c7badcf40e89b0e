import type { EvidencePassage } from "@assay/core/ports";
import { addressesModel } from "./addresses-model.ts";
import { isGeneric } from "./generic-words.ts";
import { listSentences, QUOTE_LENGTH_MIN, type Sentence } from "./list-sentences.ts";
import { readTerms } from "./read-terms.ts";

/** A sentence that may support something, with what is known about it before any clause. */
export interface ReadSentence extends Sentence {
  readonly passage: EvidencePassage;
  readonly terms: ReadonlySet<string>;
  /** Terms of the document's title and of the headings above. */
  readonly context: ReadonlySet<string>;
}

const BULLET = /^[-*•–▪◦]\s/;
const GENERIC_WEIGHT = 0.3;
/** Added to every count, so that a few sentences do not decide how rare a word is. */
const SMOOTHING = 10;

/** The sentences of all passages in order; paragraphs that speak to the model are left out whole. */
export function readSentences(passages: readonly EvidencePassage[]): ReadSentence[] {
  return passages.flatMap((passage) => {
    const sentences = listSentences(passage.text);
    const instructionParagraphs = new Set(
      sentences.filter(({ text }) => addressesModel(text)).map(({ paragraph }) => paragraph),
    );
    const title = readTerms(passage.documentTitle);
    let headings: (readonly string[])[] = [];
    let afterHeading = false;
    return sentences.flatMap((sentence) => {
      if (instructionParagraphs.has(sentence.paragraph)) return [];
      const terms = readTerms(sentence.text);
      const context = new Set([...title, ...headings.flat()]);
      const isTitle = sentence.isHeading && !BULLET.test(sentence.text);
      if (isTitle) headings = [...(afterHeading ? headings.slice(-1) : []), terms];
      afterHeading = isTitle;
      return sentence.text.length < QUOTE_LENGTH_MIN ? [] : [{ ...sentence, passage, terms: new Set(terms), context }];
    });
  });
}

/** How much a term says: rarer in the sentences is more, generic words are little. */
export function weighTerms(sentences: readonly ReadSentence[]): (term: string) => number {
  const counts = new Map<string, number>();
  for (const { terms } of sentences) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return (term) => {
    const rarity = Math.log(1 + (sentences.length + SMOOTHING) / ((counts.get(term) ?? 1) + 1));
    return rarity * (isGeneric(term) ? GENERIC_WEIGHT : 1);
  };
}
