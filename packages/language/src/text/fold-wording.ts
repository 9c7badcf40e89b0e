import { memoizeTexts } from "./memoize-texts.ts";

const CONTRACTIONS: readonly (readonly [RegExp, string])[] = [
  [/\bcan['’]t\b|\bcannot\b/g, "can not"],
  [/\bwon['’]t\b/g, "will not"],
  [/\bshan['’]t\b/g, "shall not"],
  [/\bain['’]t\b/g, "is not"],
  [/n['’]t\b/g, " not"],
  [/(?<=\b(?:we|they|you|i))['’]ve\b/g, " have"],
  [/(?<=\b(?:we|they|you|i|it|he|she))['’]ll\b/g, " will"],
  [/(?<=\b(?:we|they|you))['’]re\b/g, " are"],
  [/(?<=\bi)['’]m\b/g, " am"],
  [/(?<=\b(?:it|that|there|what|he|she))['’]s\b/g, " is"],
];

/** A sentence in one plain form: lower case, contractions written out, white space and typographic marks made plain. */
export const foldWording: (text: string) => string = memoizeTexts(fold);

function fold(text: string): string {
  const plain = text
    .toLowerCase()
    .replace(/[’‘‛`]/g, "'")
    .replace(/[“”«»„]/g, '"')
    .replace(/[‐‑]/g, "-")
    .replace(/(?<=\w)[*_]+|[*_]+(?=\w)/g, "")
    .replace(/\s+/g, " ")
    .trim();
  return CONTRACTIONS.reduce((written, [short, long]) => written.replace(short, long), plain);
}
