import type { WorkbookWriter, Worksheet } from "@assay/core/ports";
import type { Cell, CellStyle, WriteSheet } from "hucre";
import { columnName } from "./column-name.ts";
import { requireSheetName } from "./require-sheet-name.ts";
import { streamWorkbook } from "./stream-workbook.ts";
import { toCellText } from "./to-cell-text.ts";

/** Excel keeps when a workbook was changed; a fixed time keeps equal sheets equal. */
const MODIFIED = new Date("2000-01-01T00:00:00.000Z");
const WIDTH = { min: 10, max: 60 };
const TEXT_STYLE: CellStyle = { alignment: { wrapText: true, vertical: "top" } };
const HEADING_STYLE: CellStyle = { ...TEXT_STYLE, font: { bold: true } };

/**
 * Writes workbooks whose headings are bold, stay in view and filter. Text never becomes a formula, a number or a date.
 * Throws TypeError for a sheet name that Excel refuses and for a number that is not finite.
 */
export function createWorkbookWriter(): WorkbookWriter {
  return {
    async write(sheets) {
      const made = sheets.map(toSheet);
      const { writeXlsx } = await import("./write-xlsx.ts");
      return writeXlsx({
        sheets: made,
        properties: { created: MODIFIED, modified: MODIFIED },
        stringMode: "shared",
      });
    },
    stream: streamWorkbook,
  };
}

function toSheet({ name, rows }: Worksheet): WriteSheet {
  requireSheetName(name);
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 1);
  return {
    name,
    rows: rows.map((row) => row.map(toCell)),
    columns: Array.from({ length: columns }, (_, at) => ({ width: widthOf(rows, at), style: TEXT_STYLE })),
    cells: new Map(rows.flatMap((row, at) => row.flatMap((value, column) => overrideOf(value, at, column)))),
    freezePane: { rows: 1 },
    autoFilter: { range: `A1:${columnName(columns)}${Math.max(1, rows.length)}` },
  };
}

/** The heading's style, and rich text where the library would make an Excel error of a text such as `#REF!`. */
function overrideOf(value: string | number | null, row: number, column: number): [string, Partial<Cell>][] {
  const looksLikeError = typeof value === "string" && value.startsWith("#");
  if (row > 0 && !looksLikeError) return [];
  const style = row === 0 ? HEADING_STYLE : TEXT_STYLE;
  return [[`${row},${column}`, looksLikeError ? { style, richText: [{ text: toCellText(value) }] } : { style }]];
}

function toCell(value: string | number | null): string | number | null {
  if (typeof value === "string") return toCellText(value);
  if (value === null || Number.isFinite(value)) return value;
  throw new TypeError(`Cannot write a cell because a number must be finite: current value is ${value}`);
}

/** Wide enough for the longest line of the column, in characters. */
function widthOf(rows: Worksheet["rows"], column: number): number {
  let longest = 0;
  for (const row of rows) {
    for (const line of String(row[column] ?? "").split("\n")) longest = Math.max(longest, line.length);
  }
  return Math.min(WIDTH.max, Math.max(WIDTH.min, longest + 2));
}
