import type { SegmentSink } from "../child/segment-sink.ts";
import { createTextBuilder } from "./marked-text.ts";

const BLOCK_LENGTH = 1400;
const CONTEXT_LENGTH_MAX = 500;

/** A text, or the parts of one of which some are not seen. */
export type CellText = string | readonly CellPart[];

export interface CellPart {
  readonly text: string;
  readonly hidden: boolean;
  readonly struck?: boolean;
}

export interface Row {
  /** From 1, as people count. */
  readonly number: number;
  /** A cell may be empty, or repeat what a merged one holds. */
  readonly cells: readonly CellText[];
  /** The column of each cell, from 0, in order; omitted where the cells follow one another from the first column. */
  readonly columns?: readonly number[];
  /** Columns that share a cell with the next or the one before. */
  readonly spanned?: ReadonlySet<number>;
}

export interface RowRange {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
}

export interface RowBlockOptions {
  readonly hidden?: boolean;
  /** Put before the column headings in a block's context, such as the name of the sheet. */
  readonly title?: string;
  locate(range: RowRange): string;
}

interface Cell {
  readonly column: number;
  readonly text: string;
  /** Of a cell of which a part is not seen. */
  readonly parts: readonly CellPart[] | null;
}

interface FilledRow extends Pick<Row, "number" | "spanned"> {
  readonly cells: readonly Cell[];
}

/** Writes rows as blocks that are about as long as a chunk, each with its exact range and the column headings. */
export function createRowBlocks(sink: SegmentSink, { hidden = false, title, locate }: RowBlockOptions) {
  let rows: FilledRow[] = [];
  let length = 0;
  let head: readonly FilledRow[] = [];
  let headings: readonly Heading[] = [];
  let byName: ReadonlyMap<number, string> | null = null;
  let lastNumber = 0;
  /** A gap is before what follows, or a gap and a title. */
  let isApart = false;

  const flush = async () => {
    if (rows.length === 0) return;
    const columns = rows.flatMap(({ cells }) => [cells[0]!.column, cells.at(-1)!.column]);
    const [firstColumn, lastColumn] = [Math.min(...columns), Math.max(...columns)];
    const base = Math.min(firstColumn, headings[0]?.column ?? firstColumn);
    const builder = createTextBuilder();
    for (const [at, row] of rows.entries()) {
      if (at > 0) builder.add("\n", hidden);
      const names = head.includes(row) ? null : byName;
      const isLost = names === null && !head.includes(row) && isFar(row, base);
      const far = isLost ? namesOf(headings, 0) : null;
      if (isPlain(row) && names === null && !isLost) builder.add(joinPlain(row, base), hidden);
      else
        for (const part of isLost && far === null ? joinLost(row) : joinCells(row, base, names ?? far))
          builder.add(part.text, hidden || part.hidden, part.struck);
    }
    const named = joinHeadings(headings, base);
    const context = [title, named].filter(Boolean).join(": ").slice(0, CONTEXT_LENGTH_MAX).toWellFormed();
    const range = { firstRow: rows[0]!.number, lastRow: rows.at(-1)!.number, firstColumn, lastColumn };
    [rows, length] = [[], 0];
    await sink.write({ location: locate(range), context: context || null, content: builder.build() });
  };
  return {
    async add(row: Row): Promise<void> {
      const filled = fill(row);
      if (!filled) return;
      const size = filled.cells.reduce((sum, { text }) => sum + text.length + SEPARATOR.length, 0);
      isApart ||= row.number > lastNumber + 1;
      lastNumber = row.number;
      if (begins(filled, head, isApart)) head = [filled];
      else if (head.length === 1 && continuesHead(head[0]!, filled)) head = [head[0]!, filled];
      else if (isApart && byName !== null && mayName(filled) && !repeats(filled, head[0]!)) {
        // Perhaps another table: its cells must not be given the names of this one.
        await flush();
        [headings, byName] = [[], null];
      }
      if (filled.cells.length > 1) isApart = false;
      if (head.at(-1) === filled) {
        if (head.length === 1 && headings.length > 0) await flush();
        headings = readHeadings(head);
        byName = namesOf(headings);
      }
      const named =
        byName === null ? 0 : filled.cells.reduce((sum, { column }) => sum + (byName!.get(column) ?? "").length, 0);
      if (rows.length > 0 && length + size + named > BLOCK_LENGTH) await flush();
      rows.push(filled);
      length += size + named;
    },
    flush,
  };
}

interface Heading {
  readonly column: number;
  readonly text: string;
}

const WIDE_COLUMNS_MIN = 9;
const WIDE_LENGTH_MIN = 501;

/** Whether a table has so many headings that a row alone cannot be understood. */
export function isWide(headings: readonly string[], columnsMin = WIDE_COLUMNS_MIN): boolean {
  const length = headings.reduce((sum, text) => sum + text.length, 0);
  return headings.filter((text) => text !== "").length >= columnsMin || length >= WIDE_LENGTH_MIN;
}

const NAME_LENGTH_MAX = 80;
const HEADING_LENGTH_MAX = 60;
/** A cell far to the right must not cost thousands of empty ones. */
const EMPTY_CELLS_MAX = 16;

/** A title above the table has one cell; the headings are the first row that has more. */
function begins({ cells }: FilledRow, head: readonly FilledRow[], isApart: boolean): boolean {
  if (cells.length < 2) return false;
  if (head.length === 0) return true;
  // After a gap another table may follow what was only pairs of a name and a value.
  return isApart && head[0]!.cells.length === 2 && cells.length > 2 && cells.every(isName);
}

function mayName({ cells }: FilledRow): boolean {
  return cells.length > 1 && cells.every(isName);
}

/** Whether headings stand again, as on each page of a print. */
function repeats({ cells }: FilledRow, head: FilledRow): boolean {
  const names = new Map(head.cells.map(({ column, text }) => [column, text]));
  return cells.every(({ column, text }) => names.get(column) === text);
}

/** Whether a row below the headings divides them further: it names what is under a heading of several columns. */
function continuesHead(first: FilledRow, next: FilledRow): boolean {
  if (next.number !== first.number + 1 || next.cells.length < 2) return false;
  const above = new Map(first.cells.map(({ column, text }) => [column, text]));
  const below = new Set(next.cells.map(({ column }) => column));
  // A heading over both rows; where there is none, answers are the first values.
  const isHeld = next.cells.some(({ column, text }) => above.get(column) === text);
  if (!next.cells.every((cell) => readsLikeName(cell) && (isHeld || !isValue(cell)))) return false;
  if (!isHeld && first.cells.every(({ column }) => below.has(column))) return false;
  const isGroup = (column: number) =>
    first.spanned?.has(column) || (above.has(column) && !above.has(column + 1) && below.has(column + 1));
  const groups = next.cells.filter(({ column, text }) => isGroup(column) && above.get(column) !== text);
  const parted = next.cells.filter(({ column, text }) => {
    const over = above.get(column);
    return over === undefined ? column < first.cells[0]!.column : over !== text && !isGroup(column);
  });
  return groups.length > 0 && parted.length === 0 && (first.spanned !== undefined || next.cells.length > 2);
}

const NO_NAME = /\d{4}|.{5}[.!]$/;
const FIGURES = /^[\d\s.,%€$£()/:+-]+$/;
const ANSWER =
  /^(?:yes|no|y|n|n\/?a|none|true|false|partly|partially|partial|ok|not applicable|ja|nein|oui|non|[☐☑☒✓✔✗✘])\W*$/iu;
const DAY =
  /^(?:\d{1,2}[\s./-]+\p{L}{3,9}[\s./,-]+\d{2,4}|\p{L}{3,9}\.? \d{1,2},? \d{4}|\d{4}-\d{2}-\d{2}\b.*|[\da-f]*(?::[\da-f]*){2,7})$/iu;

/** A figure, a day, an address of a machine or an answer: none of them is the name of a column. */
function isValue({ text }: Pick<Cell, "text">): boolean {
  return FIGURES.test(text) || ANSWER.test(text) || DAY.test(text);
}

function readsLikeName({ text }: Pick<Cell, "text">): boolean {
  return text.length <= HEADING_LENGTH_MAX && !FIGURES.test(text) && !NO_NAME.test(text);
}

export function isName(cell: Pick<Cell, "text">): boolean {
  return readsLikeName(cell) && !isValue(cell);
}

/** What a reader does not see is no heading for the model either. */
function shownOf({ text, parts }: Cell): string {
  return parts === null
    ? text
    : parts
        .map((part) => (part.hidden || part.struck ? "" : part.text))
        .join("")
        .trim();
}

/** Of two rows the first gives each heading that is over several columns to all of them. */
function readHeadings([first, second]: readonly FilledRow[]): Heading[] {
  if (!first) return [];
  const headings = new Map(first.cells.map((cell) => [cell.column, shownOf(cell)]));
  for (const [column, text] of headings) if (text === "") headings.delete(column);
  if (!second) return [...headings].map(([column, text]) => ({ column, text }));
  let group = "";
  for (const cell of second.cells) {
    const [column, text] = [cell.column, shownOf(cell)];
    if (text === "") continue;
    const over = headings.get(column);
    if (over === text) group = "";
    else {
      group = over ?? group;
      headings.set(column, group === "" ? text : `${group} > ${text}`);
    }
  }
  return [...headings].sort(([a], [b]) => a - b).map(([column, text]) => ({ column, text }));
}

/** The headings by column where a table has so many that a row alone cannot be understood; `null` where they may be values. */
function namesOf(headings: readonly Heading[], columnsMin = WIDE_COLUMNS_MIN): ReadonlyMap<number, string> | null {
  if (
    !isWide(
      headings.map(({ text }) => text),
      columnsMin,
    )
  )
    return null;
  return areNames(headings) ? new Map(headings.map(({ column, text }) => [column, nameColumn(text)])) : null;
}

/** Whether a first row may name what is below it: in a table without headings it does not. */
export function areNames(headings: readonly Pick<Cell, "text">[]): boolean {
  const others = headings.filter(({ text }) => NO_NAME.test(text)).length;
  return !headings.some(isValue) && others * 2 < headings.length;
}

/** A heading as the name before a value. */
export function nameColumn(text: string): string {
  const name = text.replace(/\s*:\s*$/, "").replace(/\s*[:|]\s*/g, " – ");
  return name.length <= NAME_LENGTH_MAX ? name : `${name.slice(0, NAME_LENGTH_MAX - 1).toWellFormed()}…`;
}

function joinHeadings(headings: readonly Heading[], base: number): string {
  const cells = headings.map(({ column, text }) => ({ column, text, parts: null }));
  return joinPlain({ number: 0, cells }, base);
}

const SEPARATOR = " | ";
const isPlain = ({ cells }: FilledRow) => cells.every(({ parts }) => parts === null);

/** Whether cells are so far from each other that their columns could not be counted. */
function isFar({ cells }: FilledRow, base: number): boolean {
  return cells.some(({ column }, at) => column - (cells[at - 1]?.column ?? base) > EMPTY_CELLS_MAX);
}

/** The cells that hold anything; `null` if none does. */
function fill({ number, cells, columns, spanned }: Row): FilledRow | null {
  const filled: Cell[] = [];
  for (const [at, cell] of cells.entries()) {
    const column = columns?.[at] ?? at;
    if (typeof cell === "string") {
      const text = tidy(cell);
      if (text !== "") filled.push({ column, text, parts: null });
      continue;
    }
    const parts = tidyParts(cell);
    const text = parts.map((part) => part.text).join("");
    if (text !== "") filled.push({ column, text, parts });
  }
  return filled.length === 0 ? null : { number, cells: filled, ...(spanned && { spanned }) };
}

/** What stands between a column and the cell before it. An empty cell keeps its place. */
function gapBefore(column: number, before: number | null, base: number): string {
  if (before === null) return SEPARATOR.repeat(Math.min(column - base, EMPTY_CELLS_MAX)).trimStart();
  return SEPARATOR.repeat(Math.max(1, Math.min(column - before, EMPTY_CELLS_MAX)));
}

/** What `joinCells` gives for cells of which all is seen. */
function joinPlain({ cells }: FilledRow, base: number): string {
  let line = "";
  let before: number | null = null;
  for (const { column, text } of cells) {
    line += gapBefore(column, before, base) + text;
    before = column;
  }
  return line;
}

/** With `names`, each cell after the name of its column, so that the row is understood alone. */
function joinCells({ cells }: FilledRow, base: number, names: ReadonlyMap<number, string> | null): CellPart[] {
  const joined: CellPart[] = [];
  let before: number | null = null;
  for (const { column, text, parts } of cells) {
    const name = names?.get(column);
    const gap: string = names === null ? gapBefore(column, before, base) : before === null ? "" : SEPARATOR;
    joined.push({ text: name === undefined ? gap : `${gap}${name}: `, hidden: false });
    joined.push(...(parts ?? [{ text, hidden: false }]));
    before = column;
  }
  return joined;
}

/** Cells that no bars could place stand apart, so that nobody reads them under the headings of others. */
function joinLost({ cells }: FilledRow): CellPart[] {
  return cells.flatMap(({ text, parts }, at) => [
    ...(at > 0 ? [{ text: "; ", hidden: false }] : []),
    ...(parts ?? [{ text, hidden: false }]),
  ]);
}

function tidy(text: string): string {
  if (!/\s/.test(text)) return text;
  return text.replace(/\s+/g, " ").trim();
}

function tidyParts(parts: Exclude<CellText, string>): CellPart[] {
  const tidied: CellPart[] = [];
  let spaced = true;
  for (const part of parts) {
    const single = part.text.replace(/\s+/g, " ");
    const clean: string = spaced ? single.trimStart() : single;
    if (clean === "") continue;
    tidied.push({ ...part, text: clean });
    spaced = clean.endsWith(" ");
  }
  const last = tidied.pop();
  return last ? [...tidied, { ...last, text: last.text.trimEnd() }] : [];
}
