import { eld } from "eld/small";

/** By the name of their OCR data, with their code of ISO 639-1. */
const CODES: Readonly<Record<string, string>> = {
  deu: "de",
  eng: "en",
  fra: "fr",
  ita: "it",
  nld: "nl",
  por: "pt",
  spa: "es",
};
/** Names, figures and headings alone have no language. */
const LETTERS_MIN = 60;

/** Which of `languages` a text is in, though some of its accents may be wrong; null where that is not sure. */
export function tellLanguage(text: string, languages: readonly string[]): string | null {
  if ((text.match(/\p{L}/gu)?.length ?? 0) < LETTERS_MIN) return null;
  const found = eld.detect(text);
  if (!found.isReliable()) return null;
  return languages.find((language) => CODES[language] === found.language) ?? null;
}
