import { findTerm, splitWords } from "../words/index.ts";
import { memoizeTexts } from "./memoize-texts.ts";

/** Words that nearly every text on compliance has: a match on them does not tell one subject from another. */
const GENERIC: ReadonlySet<string> = new Set(
  `organization organisation company entity information system document policy procedure process control requirement
  security appropriate relevant ensure establish maintain implement define require regular place person business
  service data measure practice following include activity based carry set staff user all team department`
    .split(/\s+/)
    .flatMap((word) => findTerm(word) ?? []),
);
const SPELLED: readonly (readonly [RegExp, string])[] = [
  [/\bmfa\b|\b2fa\b|\b(?:multi|two|second)[\s-]+factor(?:\s+authentication)?\b/gi, "multifactor authentication"],
  [/\bback(?:ed|ing)?[\s-]+(?:them\s+|it\s+)?ups?\b/gi, "backup"],
  [/\bsign(?:ed|s)?[\s-]+off\b/gi, "approve"],
  [/\bpen[\s-]?tests?\b/gi, "penetration test"],
  [/\blog(?:s|ged|ging)?[\s-]+(?:in|on)s?\b/gi, "login"],
  [/\b(?:go(?:es|ing)?|went|gone|looks?|looked|looking|works?|worked|leafs?|leafed)\s+(?:through|over)\b/gi, "review"],
  [/\bturn(?:s|ed|ing)?\s+(?:away|down)\b/gi, "refuse"],
  [/\b(?:writes?|wrote|written|writing|noted?|notes)\s+down\b/gi, "record"],
  [/\b(?:gives?|gave|given|hands?|handed)\s+back\b/gi, "return"],
  [/\b(?:throws?|threw|thrown)\s+(?:away|out)\b/gi, "discard"],
  [/\bhand(?:s|ed|ing)?\s+in\b/gi, "submit"],
];

/** The terms of a text in order: stems of the words that say something. */
export const readTerms: (text: string) => readonly string[] = memoizeTexts(listTerms);

function listTerms(text: string): string[] {
  const spelled = SPELLED.reduce((written, [phrase, word]) => written.replace(phrase, word), text);
  return splitWords(spelled).flatMap((word) => findTerm(word) ?? []);
}

/** Whether a term says nearly nothing about a subject: a general word, or a bare number. */
export function isGeneric(term: string): boolean {
  return GENERIC.has(term) || /^\d/.test(term);
}
