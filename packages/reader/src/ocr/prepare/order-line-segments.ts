import { median, type Strip } from "./find-line-segments.ts";

/** Runs of words side by side, from the left. */
export type Row = readonly Strip[];

const GUTTER_MIN = 1.5;
const COLUMN_ROWS_MIN = 3;
/** From this share of lines on that have one at their side, columns are a table's, to be read across. */
const ALIGNED_MIN = 0.6;

/** Returns the rows in reading order: columns of prose one after the other, those of a table across. */
export function orderLineSegments(strips: readonly Strip[], letter: number): Row[] {
  if (strips.length === 0) return [];
  const columns = splitColumns(strips, letter);
  if (columns) return columns.flatMap((column) => orderLineSegments(column, letter));
  const parts = splitAtWidestGap(strips);
  if (parts) return parts.flatMap((part) => orderLineSegments(part, letter));
  return splitRows(strips);
}

function splitColumns(strips: readonly Strip[], letter: number): [Strip[], Strip[]] | null {
  const byLeft = strips.toSorted((a, b) => a.left - b.left);
  let edge = Number.NEGATIVE_INFINITY;
  for (const [at, strip] of byLeft.entries()) {
    const gutter = strip.left - edge;
    if (at >= COLUMN_ROWS_MIN && gutter >= GUTTER_MIN * letter && byLeft.length - at >= COLUMN_ROWS_MIN) {
      const sides: [Strip[], Strip[]] = [byLeft.slice(0, at), byLeft.slice(at)];
      if (areColumns(sides, letter)) return sides;
    }
    edge = Math.max(edge, strip.right);
  }
  return null;
}

function areColumns([left, right]: readonly [Strip[], Strip[]], letter: number): boolean {
  const rows = [splitRows(left), splitRows(right)];
  if (rows.some((side) => side.length < COLUMN_ROWS_MIN)) return false;
  if ([left, right].every((side) => isProse(side, letter))) return true;
  const [fewer, more] = rows[0]!.length <= rows[1]!.length ? [left, right] : [right, left];
  const aligned = fewer.filter((strip) => more.some((other) => Math.abs(other.foot - strip.foot) < 0.5 * letter));
  return aligned.length < ALIGNED_MIN * fewer.length;
}

/** Lines that fill their column. */
function isProse(strips: readonly Strip[], letter: number): boolean {
  const left = Math.min(...strips.map((strip) => strip.left));
  const width = Math.max(...strips.map((strip) => strip.right)) - left;
  return width > 25 * letter && median(strips.map((strip) => strip.right - strip.left)) >= 0.8 * width;
}

function splitAtWidestGap(strips: readonly Strip[]): [Strip[], Strip[]] | null {
  const byTop = strips.toSorted((a, b) => a.top - b.top);
  let edge = byTop[0]!.bottom;
  let widest = { at: 0, gap: 0 };
  for (const [at, strip] of byTop.entries()) {
    if (at > 0 && strip.top - edge > widest.gap) widest = { at, gap: strip.top - edge };
    edge = Math.max(edge, strip.bottom);
  }
  return widest.at === 0 ? null : [byTop.slice(0, widest.at), byTop.slice(widest.at)];
}

/** Lines by where their letters stand. */
function splitRows(strips: readonly Strip[]): Row[] {
  const rows: Strip[][] = [];
  for (const strip of strips.toSorted((a, b) => a.foot - b.foot)) {
    const row = rows.at(-1);
    const close = row?.some(({ foot, letter }) => Math.abs(foot - strip.foot) <= 0.6 * Math.max(letter, strip.letter));
    if (row && close) row.push(strip);
    else rows.push([strip]);
  }
  return rows.map((row) => row.toSorted((a, b) => a.left - b.left));
}
