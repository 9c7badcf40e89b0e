/** What Excel holds in one cell, in UTF-16 code units. */
const CELL_LENGTH_MAX = 32_767;
const CUT_MARK = "…";
/** Line feed and tab stay; the rest cannot be shown, or cannot be written in XML. */
const UNWRITABLE = /(?![\n\t])[\p{Cc}\uFFFE\uFFFF]/gu;
/** Excel reads `_x000B_` as a character; its underscore is escaped so that it reads the text as it is. */
const ESCAPE_LIKE = /_(?=x[0-9A-Fa-f]{4}_)/g;

/** Text as a cell may hold it: well-formed, without control characters, cut with a mark where it is too long. */
export function toCellText(text: string): string {
  const clean = text.replace(/\r\n?/g, "\n").replace(UNWRITABLE, "").toWellFormed();
  const cut = clean.length > CELL_LENGTH_MAX ? cutAt(clean, CELL_LENGTH_MAX - CUT_MARK.length) + CUT_MARK : clean;
  return cut.replace(ESCAPE_LIKE, "_x005F_");
}

/** Never between the halves of a surrogate pair. */
function cutAt(text: string, length: number): string {
  const isHighSurrogate = /[\uD800-\uDBFF]/.test(text.charAt(length - 1));
  return text.slice(0, isHighSurrogate ? length - 1 : length);
}
