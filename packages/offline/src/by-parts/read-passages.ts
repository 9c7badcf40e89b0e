import type { EvidencePassage } from "@assay/core/ports";
import { addressesModel } from "../addresses-model.ts";
import { isQuotable } from "../is-quotable.ts";
import { listSentences, QUOTE_LENGTH_MIN, type Sentence } from "../list-sentences.ts";
import { type DocumentScope, readScopes } from "./document-scope.ts";
import { listTerms, sayBesides } from "./equal-words.ts";
import { readTokens, type Token } from "./read-tokens.ts";
import { isAboutItself } from "./states-practice.ts";

export interface ReadSentence extends Sentence {
  readonly passage: EvidencePassage;
  readonly tokens: readonly Token[];
  /** In order, as often as they are there. */
  readonly words: readonly string[];
  readonly terms: ReadonlySet<string>;
  /** Terms of the nearest headings. */
  readonly headings: ReadonlySet<string>;
  /** Terms of the document's title. */
  readonly title: ReadonlySet<string>;
  /** What its document is about. */
  readonly scope: DocumentScope;
  /** It is under a heading such as "Definitions" or "Scope". */
  readonly isAboutDocument: boolean;
  /** The line that leads into the list that this item is in. */
  readonly leadIn: ReadSentence | null;
}

const BULLET = /^(?:[-*•–▪◦]|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)])\s/i;
const LEADS_IN = /:\W{0,4}$/;
const EXTENSION = /\.[a-z]{2,5}$/i;
const LOCATION_SEPARATOR = " > ";
const HEADINGS_MAX = 2;

/** The sentences of all passages in order; paragraphs that speak to the model are omitted whole. */
export function readPassages(passages: readonly EvidencePassage[]): ReadSentence[] {
  const scopes = readScopes(passages);
  return passages.flatMap((passage) => readPassage(passage, scopes.get(passage.documentTitle)!));
}

function readPassage(passage: EvidencePassage, scope: DocumentScope): ReadSentence[] {
  const sentences = listSentences(passage.text);
  const instructions = new Set(sentences.filter(({ text }) => addressesModel(text)).map(({ paragraph }) => paragraph));
  const title = new Set(listTerms(passage.documentTitle.replace(EXTENSION, "").replaceAll("_", " ")));
  const place = passage.location?.split(LOCATION_SEPARATOR).slice(-HEADINGS_MAX) ?? [];
  let headings = place;
  let leadIn: ReadSentence | null = null;
  const read: ReadSentence[] = [];
  for (const sentence of sentences) {
    if (instructions.has(sentence.paragraph)) continue;
    const isItem = BULLET.test(sentence.text);
    const tokens = readTokens(sayBesides(sentence.text));
    const words = tokens.flatMap(({ terms }) => terms);
    if (sentence.isHeading && !isItem) {
      headings = [...headings.slice(-1), sentence.text];
      leadIn = null;
    }
    const one: ReadSentence = {
      ...sentence,
      passage,
      tokens,
      words,
      terms: new Set(words),
      headings: new Set(headings.flatMap(listTerms)),
      title,
      scope,
      isAboutDocument: isAboutItself(headings.at(-1) ?? ""),
      leadIn: isItem ? leadIn : null,
    };
    if (LEADS_IN.test(sentence.text)) leadIn = one;
    else if (!isItem) leadIn = null;
    if (sentence.text.length >= QUOTE_LENGTH_MIN && isQuotable(passage, sentence)) read.push(one);
  }
  return read;
}
