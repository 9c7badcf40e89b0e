const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;
const APOSTROPHE_END = /(?<=[a-z])['\u2019](?:s\b)?/g;
const LATIN_ACCENT = /(?<=[a-z])[\u0300-\u036f]+/g;
const ASCII_WORD = /[a-z0-9]+(?:\.[0-9]+)*/g;
/** Characters of scripts that are written without spaces, as a class of a regular expression. */
export const UNSPACED =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\u30fc";
const ANY_WORD = new RegExp(`[${UNSPACED}]+|(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}])+(?:\\.[0-9]+)*`, "gu");
export const UNSPACED_START = new RegExp(`^[${UNSPACED}]`, "u");
// biome-ignore lint/suspicious/noControlCharactersInRegex: the bound of ASCII is meant
const ASCII_ONLY = /^[\x00-\x7f]*$/;

/**
 * The words of a text in order, lower-case, Latin accents folded, function words and single letters included. Scripts
 * that are written without spaces give overlapping pairs of characters, which need no dictionary.
 */
export function splitWords(text: string): string[] {
  if (ASCII_ONLY.test(text)) return text.toLowerCase().replace(APOSTROPHE_END, "").match(ASCII_WORD) ?? [];
  const folded = text
    .normalize("NFKD")
    .toLowerCase()
    .replace(INVISIBLE, "")
    .replace(LATIN_ACCENT, "")
    .normalize("NFC")
    .replace(APOSTROPHE_END, "");
  return (folded.match(ANY_WORD) ?? []).flatMap((run) => (UNSPACED_START.test(run) ? pairs(run) : [run]));
}

function pairs(run: string): string[] {
  const characters = [...run];
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}
