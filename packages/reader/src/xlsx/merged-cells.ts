import type { CellText, Row } from "../text/row-blocks.ts";
import { columnOf } from "./column-of.ts";

/** A cell that covers others: rows from 1, columns from 0, both ends included. */
export interface MergedArea {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
}

const AREAS_MAX = 50_000;
/** A title over a whole sheet is no value of each of its columns. */
const COLUMNS_MAX = 32;
/** A value is repeated up to this length. */
const REPEATED_LENGTH_MAX = 200;
/** All repeated values of a file together, and the places that they would be put in. */
const REPEATED_TOTAL_MAX = 1_000_000;
const TAG_LENGTH_MAX = 300;
const MERGED =
  /<(?:[\w.-]{1,40}:)?mergeCell\s[^<>]{0,100}?\bref\s*=\s*["']\$?([A-Z]{1,3})\$?(\d{1,7}):\$?([A-Z]{1,3})\$?(\d{1,7})["']/g;

/** The merged areas of a sheet, which are named after all its rows; by their first row. */
export async function readMergedAreas(xml: AsyncIterable<string>): Promise<MergedArea[]> {
  const areas: MergedArea[] = [];
  let before = "";
  for await (const text of xml) {
    const piece = before + text;
    before = piece.slice(Math.max(piece.lastIndexOf("<"), piece.length - TAG_LENGTH_MAX));
    if (!piece.includes("mergeCell")) continue;
    for (const [, from = "", first, to = "", last] of piece.slice(0, piece.length - before.length).matchAll(MERGED)) {
      const area = {
        firstRow: Number(first),
        lastRow: Number(last),
        firstColumn: columnOf(from),
        lastColumn: columnOf(to),
      };
      if (area.firstRow <= area.lastRow && area.firstColumn <= area.lastColumn) areas.push(area);
      if (areas.length >= AREAS_MAX) return sortAreas(areas);
    }
  }
  return sortAreas(areas);
}

/** As `fillMergedCells` needs them. */
export function sortAreas(areas: readonly MergedArea[]): MergedArea[] {
  return areas.toSorted((a, b) => a.firstRow - b.firstRow || a.firstColumn - b.firstColumn);
}

interface SheetRow extends Row {
  readonly columns: readonly number[];
}

/** What may still be repeated: one for all sheets of a file. */
export interface RepeatBudget {
  left: number;
}

export const createRepeatBudget = (): RepeatBudget => ({ left: REPEATED_TOTAL_MAX });

/**
 * Gives each row the values of the merged cells that reach into it; once `budget` is spent, their places stay empty. Rows
 * come in order; areas may be added until the row that they begin in.
 */
export function fillMergedCells(areas: readonly MergedArea[], budget: RepeatBudget): (row: SheetRow) => Row {
  let next = 0;
  let open: { readonly area: MergedArea; readonly value: CellText }[] = [];
  return (row) => {
    if (areas.length === 0 || budget.left <= 0) return row;
    const values = new Map(row.columns.map((column, at) => [column, row.cells[at]!]));
    const own = new Set(row.columns);
    open = open.filter(({ area }) => area.lastRow >= row.number);
    for (; next < areas.length && areas[next]!.firstRow <= row.number; next += 1) {
      const area = areas[next]!;
      const value = area.firstRow === row.number ? values.get(area.firstColumn) : undefined;
      if (value !== undefined && !open.some((other) => covers(other.area, area)))
        open.push({ area, value: shorten(value) });
    }
    if (open.length === 0) return row;
    const spanned = new Set<number>();
    for (const { area, value } of open) {
      const { firstColumn, lastColumn, firstRow } = area;
      // A merged cell that is alone in its row is a title.
      if (own.size === 1 && firstRow === row.number) continue;
      const last = Math.min(lastColumn, firstColumn + COLUMNS_MAX);
      const cost = typeof value === "string" ? value.length : value.reduce((sum, { text }) => sum + text.length, 0);
      for (let column = firstColumn; column <= last && budget.left > 0; column += 1) {
        budget.left -= 1;
        if (!values.has(column)) {
          values.set(column, value);
          budget.left -= cost;
        }
        if (lastColumn > firstColumn) spanned.add(column);
      }
    }
    const filled = [...values].sort(([a], [b]) => a - b);
    return {
      number: row.number,
      cells: filled.map(([, value]) => value),
      columns: filled.map(([column]) => column),
      ...(spanned.size > 0 && { spanned }),
    };
  };
}

/** Whether the first cell of `other`, which begins no earlier, is within `area`. */
function covers(area: MergedArea, { firstRow, firstColumn }: MergedArea): boolean {
  return area.lastRow >= firstRow && area.firstColumn <= firstColumn && area.lastColumn >= firstColumn;
}

function shorten(value: CellText): CellText {
  if (typeof value === "string")
    return value.length <= REPEATED_LENGTH_MAX ? value : `${value.slice(0, REPEATED_LENGTH_MAX - 1).toWellFormed()}…`;
  const length = value.reduce((sum, { text }) => sum + text.length, 0);
  return length <= REPEATED_LENGTH_MAX ? value : [];
}
