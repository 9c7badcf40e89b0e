import { isGeneric, readTerms } from "@assay/language/text";

/** The terms of a text or of a file's name that tell one subject from another; a name's parts are words too. */
export function tellingTerms(text: string): ReadonlySet<string> {
  const words = text
    .replace(/\.[a-z0-9]{2,5}(?=\s|$)/giu, " ")
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " ");
  return new Set(readTerms(words).filter((term) => !isGeneric(term)));
}
