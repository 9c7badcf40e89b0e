const COLUMN_LETTERS_MAX = 3;
const LOWER_CASE = 0x20;

/** From 0, of a cell or a column: `AB12` and `AB` → 27 */
export function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < COLUMN_LETTERS_MAX; at++) {
    const letter = reference.charCodeAt(at) & ~LOWER_CASE;
    if (!(letter >= 65 && letter <= 90)) break;
    column = column * 26 + letter - 64;
  }
  return Math.max(0, column - 1);
}
