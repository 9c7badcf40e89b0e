import { type Cell, splitCells, splitLines } from "./split-cells.ts";

/** Rows of a sheet as they were extracted, each cell with its place in the text. */
export interface Grid {
  /** `null` for a table without sheets. */
  readonly sheet: string | null;
  /** The range in the words of the file, such as `A1:D20` or `Rows 1-20`. */
  readonly range: string;
  /** Column letters where they are certain; `null` where cells may have moved to the left. */
  readonly columns: readonly string[] | null;
  readonly rows: readonly GridRow[];
}

interface GridRow {
  /** From 1; `null` where rows without content were omitted in between. */
  readonly number: number | null;
  readonly cells: readonly Cell[];
}

/** From this version of the reader on an empty cell at the start of a row keeps its place. */
const PLACES_KEPT = 9;
const SHEET_RANGE = /^(?<sheet>.+)!(?<range>(?<left>[A-Z]{1,3})(?<first>\d+)(?::(?<right>[A-Z]{1,3})(?<last>\d+))?)$/s;
const ROW_RANGE = /^Rows? (?<first>\d+)(?:-(?<last>\d+))?$/;

/**
 * Cuts a block of rows into cells by its location; undefined for a text that is no block of rows. `readerVersion` is that
 * of the document; null for one that was read before there were versions.
 */
export function splitRows(text: string, location: string | null, readerVersion: number | null): Grid | undefined {
  const place = SHEET_RANGE.exec(location ?? "")?.groups ?? ROW_RANGE.exec(location ?? "")?.groups;
  if (!place) return undefined;
  const rows = splitLines(text).map((line) => splitCells(line.text, line.start));
  const first = Number(place.first);
  const last = Number(place.last ?? place.first);
  const numbered = rows.length === last - first + 1;
  return {
    sheet: place.sheet ?? null,
    range: place.range ?? location!,
    columns: certainColumns(rows, (readerVersion ?? 0) >= PLACES_KEPT, place.left, place.right ?? place.left),
    rows: rows.map((cells, index) => ({ number: numbered ? first + index : null, cells })),
  };
}

// In an earlier reading only a row of full width is known to begin in the first column.
function certainColumns(rows: readonly Cell[][], placesKept: boolean, left?: string, right?: string): string[] | null {
  if (!left || !right) return null;
  const [from, to] = [columnNumber(left), columnNumber(right)];
  const width = to - from + 1;
  if (rows.some((cells) => (placesKept ? cells.length > width : cells.length !== width))) return null;
  return Array.from({ length: width }, (_, index) => columnName(from + index));
}

/** `AB` → 28 */
function columnNumber(name: string): number {
  return [...name].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);
}

/** 28 → `AB` */
function columnName(number: number): string {
  let name = "";
  for (let left = number; left > 0; left = Math.floor((left - 1) / 26))
    name = String.fromCharCode(65 + ((left - 1) % 26)) + name;
  return name;
}
