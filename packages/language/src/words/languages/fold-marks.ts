const POINTS =
  /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0640]/g;
const HAS_POINTED_SCRIPT = /[\u0590-\u06ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const LETTERS: Readonly<Record<string, string>> = { أ: "ا", إ: "ا", آ: "ا", ٱ: "ا", ى: "ي", ی: "ي", ک: "ك", ة: "ه" };
const FOLDED_LETTER = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "g");

/**
 * Arabic and Hebrew without vowel points, accents and stretched lines, the presentation forms of PDFs as letters, and
 * letters that are written now with a mark, now without it, as one.
 */
export function foldMarks(text: string): string {
  if (!HAS_POINTED_SCRIPT.test(text)) return text;
  return text
    .normalize("NFKC")
    .replace(POINTS, "")
    .replace(FOLDED_LETTER, (letter) => LETTERS[letter]!);
}
