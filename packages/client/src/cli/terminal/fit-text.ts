const GRAPHEMES = new Intl.Segmenter("en", { granularity: "grapheme" });
const WIDE =
  /^(?:\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}])/u;
const WITHOUT_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;

/** Columns of a terminal. */
export function widthOf(text: string): number {
  let width = 0;
  for (const { segment } of GRAPHEMES.segment(text)) width += widthOfGrapheme(segment);
  return width;
}

function widthOfGrapheme(grapheme: string): number {
  if (WITHOUT_WIDTH.test(grapheme)) return 0;
  return WIDE.test(grapheme) ? 2 : 1;
}

/** The text, cut with an ellipsis where it needs more columns. */
export function fitText(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let fitted = "";
  let width = 0;
  for (const { segment } of GRAPHEMES.segment(text)) {
    const next = widthOfGrapheme(segment);
    if (width + next > columns - 1) break;
    fitted += segment;
    width += next;
  }
  return columns > 0 ? `${fitted.trimEnd()}…` : "";
}

export function padText(text: string, columns: number): string {
  const fitted = fitText(text, columns);
  return fitted + " ".repeat(columns - widthOf(fitted));
}

/** The text in lines of at most so many columns, broken at spaces. */
export function wrapText(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && widthOf(longer) > columns) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}
