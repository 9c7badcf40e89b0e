import stringWidth from "string-width";

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
// Evidence is not ours: its escape codes and direction marks must not reach the terminal.
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;

/** One printable line: white space and unprintable characters become single spaces. */
export function toOneLine(text: string): string {
  return text
    .replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, "")
    .replace(UNPRINTABLE, " ")
    .replace(/\s+/g, " ")
    .trim();
}

/** Cuts to at most `columns` terminal columns (a CJK character takes two), with "…" where something is missing. */
export function fitText(text: string, columns: number): string {
  if (stringWidth(text) <= columns) return text;
  let kept = "";
  let used = 0;
  for (const { segment } of graphemes.segment(text)) {
    const width = stringWidth(segment);
    if (used + width > columns - 1) break;
    kept += segment;
    used += width;
  }
  return `${kept.trimEnd()}…`;
}

/** Fits, then fills up with spaces to exactly `columns`. */
export function padText(text: string, columns: number): string {
  const fitted = fitText(text, columns);
  return fitted + " ".repeat(columns - stringWidth(fitted));
}
