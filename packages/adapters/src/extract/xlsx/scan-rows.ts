import { Parser } from "htmlparser2";
import { ExtractionFailure } from "../child/extraction-failure.ts";
import { localName } from "../office/read-paragraphs.ts";
import type { Row } from "../text/row-blocks.ts";
import { formatNumber } from "./number-formats.ts";
import { unescapeControl, type Workbook } from "./read-workbook.ts";

const ROW_LENGTH_MAX = 1_000_000;
/** A cell far to the right must not cost thousands of empty ones. */
const EMPTY_CELLS_MAX = 16;

/** The rows of a sheet that hold anything, as they come in. */
export async function* scanRows(xml: AsyncIterable<string>, workbook: Workbook): AsyncGenerator<Row> {
  let ready: Row[] = [];
  let row: { number: number; cells: string[]; firstColumn: number; lastColumn: number } | null = null;
  let rowLength = 0;
  let rowNumber = 0;
  let cell: { column: number; type: string; style: number; value: string } | null = null;
  let reading = false;
  let phonetic = 0;

  const endCell = () => {
    if (!row || !cell) return;
    const text = showCell(cell, workbook);
    rowLength += text.length;
    if (rowLength > ROW_LENGTH_MAX) throw rowTooLong(row.number);
    if (text !== "") {
      const first = row.cells.length === 0;
      if (!first)
        row.cells.push(...Array(Math.max(0, Math.min(cell.column - row.lastColumn - 1, EMPTY_CELLS_MAX))).fill(""));
      row.cells.push(text);
      if (first) row.firstColumn = cell.column;
      row.lastColumn = Math.max(cell.column, row.lastColumn);
    }
  };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const tag = localName(name);
        if (tag === "row") {
          rowNumber = Number(attributes.r) || rowNumber + 1;
          row = { number: rowNumber, cells: [], firstColumn: 0, lastColumn: -1 };
          rowLength = 0;
        } else if (tag === "c" && row) {
          const column = attributes.r ? columnOf(attributes.r) : (cell?.column ?? -1) + 1;
          cell = { column, type: attributes.t ?? "n", style: Number(attributes.s ?? 0), value: "" };
        } else if (tag === "rPh") phonetic += 1;
        else if (tag === "v" || (tag === "t" && phonetic === 0)) reading = cell !== null;
      },
      ontext(text) {
        if (reading && cell) cell.value += text;
      },
      onclosetag(name) {
        const tag = localName(name);
        if (tag === "v" || tag === "t") reading = false;
        else if (tag === "rPh") phonetic -= 1;
        else if (tag === "c") endCell();
        else if (tag === "row") {
          if (row && row.cells.length > 0) ready.push(row);
          row = null;
          cell = null;
        }
      },
    },
    { xmlMode: true },
  );
  for await (const text of xml) {
    parser.write(text);
    yield* ready;
    ready = [];
  }
  parser.end();
  yield* ready;
}

function showCell(cell: { type: string; style: number; value: string }, workbook: Workbook): string {
  switch (cell.type) {
    case "s":
      return workbook.strings[Number(cell.value)] ?? "";
    case "b":
      return cell.value === "1" ? "TRUE" : cell.value === "0" ? "FALSE" : cell.value;
    case "inlineStr":
    case "str":
      return unescapeControl(cell.value);
    case "n":
      return formatNumber(cell.value, workbook.formats[cell.style] ?? { kind: "number" }, workbook.date1904);
    default:
      return cell.value;
  }
}

/** `AB12` → 27 */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Za-z]{1,3}/.exec(reference)?.[0].toUpperCase() ?? "A") {
    column = column * 26 + letter.charCodeAt(0) - 64;
  }
  return column - 1;
}

function rowTooLong(number: number): ExtractionFailure {
  return new ExtractionFailure(
    "EXTRACTION_LIMIT_EXCEEDED",
    `Cannot read the file as row ${number} of a sheet holds too much text: at most ${ROW_LENGTH_MAX} characters are allowed`,
  );
}
