import { Parser } from "htmlparser2";
import { ExtractionFailure } from "../child/extraction-failure.ts";
import { parseColour } from "../css/colour.ts";
import { localName } from "../office/read-paragraphs.ts";
import type { CellText, Row } from "../text/row-blocks.ts";
import { hidesLetters, LETTER_PROPERTIES, type Letters, plainLetters, readLetters } from "./cell-looks.ts";
import { columnOf } from "./column-of.ts";
import { fillMergedCells, type MergedArea, type RepeatBudget } from "./merged-cells.ts";
import { formatNumber, formatText, sectionFor, writeNumber } from "./number-formats.ts";
import { unescapeControl, type Workbook } from "./read-workbook.ts";

const ROW_LENGTH_MAX = 1_000_000;

const ROW_HEIGHT_MIN_POINTS = 2;
/** In characters. */
const COLUMN_WIDTH_MIN = 0.3;
const NO_LETTERS: Letters = {};

export interface SheetScan {
  /** In the order of their first rows. */
  readonly merged: readonly MergedArea[];
  readonly repeats: RepeatBudget;
  /** Told of a formula of which the file holds no value. */
  onUncomputed(row: number, column: number): void;
}

/** The rows of a sheet that hold anything, as they come in. */
export async function* scanRows(
  xml: AsyncIterable<string>,
  workbook: Workbook,
  { merged, repeats, onUncomputed }: SheetScan,
): AsyncGenerator<Row> {
  let ready: Row[] = [];
  let row: { number: number; cells: CellText[]; columns: number[]; hidden: boolean } | null = null;
  const fill = fillMergedCells(merged, repeats);
  let rowLength = 0;
  let rowNumber = 0;
  let cell: Cell | null = null;
  let reading = false;
  let inFormula = false;
  let phonetic = 0;
  let letters = NO_LETTERS;
  let rowsHidden = false;
  const hiddenColumns: [first: number, last: number][] = [];
  const hides = createHidingByStyle(workbook.looks);

  const endCell = () => {
    if (!row || !cell) return;
    const { column, formula } = cell;
    if (formula !== null && !cell.hasValue) {
      const written = readConstant(formula);
      if (written === null) onUncomputed(row.number, column);
      else [cell.type, cell.value] = ["str", written];
    }
    const shown = showCell(cell, workbook);
    const isBlank = shown === "" && cell.type === "n" && cell.value !== "";
    const plain = plainLetters(shown, cell.runs[0]?.letters ?? NO_LETTERS, workbook.looks[cell.style]);
    const text = isBlank ? writeNumber(cell.value) : plain;
    const hidden = isBlank || row.hidden || hiddenColumns.some(([first, last]) => column >= first && column <= last);
    rowLength += text.length;
    if (rowLength > ROW_LENGTH_MAX) throw rowTooLong(row.number);
    if (text === "") return;
    row.cells.push(hidden ? [{ text, hidden }] : markCell(cell, text, workbook, hides));
    row.columns.push(column);
  };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const tag = localName(name);
        if (tag === "sheetFormatPr") rowsHidden = isTrue(attributes.zeroHeight);
        else if (tag === "col") {
          if (isTrue(attributes.hidden) || Number(attributes.width ?? 8) < COLUMN_WIDTH_MIN)
            hiddenColumns.push([Number(attributes.min) - 1, Number(attributes.max) - 1]);
        } else if (tag === "row") {
          rowNumber = Number(attributes.r) || rowNumber + 1;
          const given = attributes.hidden !== undefined || attributes.ht !== undefined;
          const low = Number(attributes.ht ?? 15) < ROW_HEIGHT_MIN_POINTS;
          const hidden = isTrue(attributes.hidden) || low || (rowsHidden && !given);
          row = { number: rowNumber, hidden, cells: [], columns: [] };
          rowLength = 0;
        } else if (tag === "c" && row) {
          const column = attributes.r ? columnOf(attributes.r) : (cell?.column ?? -1) + 1;
          const [type, style] = [attributes.t ?? "n", Number(attributes.s ?? 0)];
          cell = { column, type, style, value: "", runs: [], formula: null, hasValue: false };
          letters = NO_LETTERS;
        } else if (tag === "r" && cell) letters = NO_LETTERS;
        else if (cell && LETTER_PROPERTIES.has(tag))
          letters = { ...letters, ...readLetters(tag, attributes, workbook.theme) };
        else if (tag === "rPh") phonetic += 1;
        else if (tag === "f" && cell) {
          cell.formula = "";
          inFormula = true;
        } else if (tag === "v" || (tag === "t" && phonetic === 0)) {
          reading = cell !== null;
          if (cell) cell.hasValue = true;
        }
      },
      ontext(text) {
        if (inFormula && cell && cell.formula!.length < FORMULA_LENGTH_MAX) cell.formula += text;
        if (!reading || !cell) return;
        cell.value += text;
        if (cell.type === "inlineStr") addText(cell.runs, letters, text);
      },
      onclosetag(name) {
        const tag = localName(name);
        if (tag === "v" || tag === "t") reading = false;
        else if (tag === "f") inFormula = false;
        else if (tag === "rPh") phonetic -= 1;
        else if (tag === "c") endCell();
        else if (tag === "row") {
          if (row && row.cells.length > 0) ready.push(fill(row));
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

interface Run {
  readonly letters: Letters;
  text: string;
}

interface Cell {
  readonly column: number;
  type: string;
  readonly style: number;
  value: string;
  /** Of a text that is in the cell itself. */
  readonly runs: Run[];
  formula: string | null;
  hasValue: boolean;
}

const FORMULA_LENGTH_MAX = 10_000;
const QUOTED = '"((?:[^"]|"")*)"';
/** A text that is written as a formula, or the words of a link. */
const CONSTANT = new RegExp(`^\\s*(?:${QUOTED}|HYPERLINK\\(\\s*${QUOTED}(?:\\s*,\\s*${QUOTED})?\\s*\\))\\s*$`, "i");

/** What a formula gives that computes nothing; `null` for any other. */
function readConstant(formula: string): string | null {
  const [found, text, target, name] = CONSTANT.exec(formula) ?? [];
  return found === undefined ? null : (text ?? name ?? target ?? "").replaceAll('""', '"');
}

function addText(runs: Run[], letters: Letters, text: string): void {
  const last = runs.at(-1);
  if (last?.letters === letters) last.text += text;
  else runs.push({ letters, text });
}

/** Whether letters that nothing more is said of are hidden in a cell of a style; most cells of a sheet share a few. */
function createHidingByStyle(looks: Workbook["looks"]): (style: number) => boolean {
  const known = new Map<number, boolean>();
  return (style) => {
    const hides = known.get(style) ?? hidesLetters(NO_LETTERS, looks[style]);
    known.set(style, hides);
    return hides;
  };
}

/** The text of a cell that is shown, with what a reader of the sheet does not see of it, or sees crossed out. */
function markCell(
  { type, style, value, runs }: Cell,
  text: string,
  workbook: Workbook,
  hides: (style: number) => boolean,
): CellText {
  const look = workbook.looks[style];
  const format = workbook.formats[style];
  const section = format && sectionFor(format, type, value);
  if (section?.blank) return [{ text, hidden: true }];
  const own = section?.colour ? { colour: parseColour(section.colour)! } : NO_LETTERS;
  const isHidden = (letters: Letters) =>
    own === NO_LETTERS && letters.colour === undefined && letters.points === undefined
      ? hides(style)
      : hidesLetters({ ...letters, ...own }, look);
  const isStruck = (letters: Letters) => letters.struck ?? look?.struck ?? false;
  const lettered = type === "s" ? workbook.strings[Number(value)] : undefined;
  if (Array.isArray(lettered))
    return lettered.map((run) => ({
      text: plainLetters(run.text, run, look),
      hidden: isHidden(run),
      struck: isStruck(run),
    }));
  if (type === "inlineStr" && runs.length > 1)
    return runs.map((run) => ({
      text: plainLetters(unescapeControl(run.text), run.letters, look),
      hidden: isHidden(run.letters),
      struck: isStruck(run.letters),
    }));
  const letters = runs[0]?.letters ?? NO_LETTERS;
  const marks = { hidden: isHidden(letters), struck: isStruck(letters) };
  return marks.hidden || marks.struck ? [{ text, ...marks }] : text;
}

function isTrue(value: string | undefined): boolean {
  return value === "1" || value === "true";
}

function showCell(cell: Cell, workbook: Workbook): string {
  const format = workbook.formats[cell.style] ?? { kind: "general" };
  const withFormat = (text: string) => formatText(text, format, workbook.write);
  switch (cell.type) {
    case "s": {
      const shared = workbook.strings[Number(cell.value)] ?? "";
      return typeof shared === "string" ? withFormat(shared) : shared.map(({ text }) => text).join("");
    }
    case "b":
      return cell.value === "1" ? "TRUE" : cell.value === "0" ? "FALSE" : cell.value;
    case "inlineStr":
    case "str":
      return withFormat(unescapeControl(cell.value));
    case "n":
      return formatNumber(cell.value, format, workbook);
    default:
      return cell.value;
  }
}

function rowTooLong(number: number): ExtractionFailure {
  return new ExtractionFailure(
    "EXTRACTION_LIMIT_EXCEEDED",
    `Cannot read the file because row ${number} of a sheet has too much text: at most ${ROW_LENGTH_MAX} characters are allowed`,
  );
}
