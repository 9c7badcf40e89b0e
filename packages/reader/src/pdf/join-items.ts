import type { TableRow } from "../formats/cut-tables.ts";
import {
  createTextBuilder,
  type HiddenRange,
  type MarkedText,
  markText,
  type TextBuilder,
} from "../text/marked-text.ts";
import type { PlacedText } from "./find-tables.ts";
import type { Area } from "./geometry.ts";
import { judgeLineHyphen, listWords } from "./join-hyphens.ts";
import { layTables } from "./lay-tables.ts";
import { orderRightToLeft, plainLetters } from "./order-right-to-left.ts";
import type { PageCell, PageTable } from "./ruled-tables.ts";
import type { FindRanges } from "./run-position.ts";

/** A run of glyphs as pdf.js reports it; an XFA form reports only `str`. */
export interface TextRun {
  readonly str: string;
  readonly dir?: string;
  readonly width?: number;
  readonly transform?: readonly number[];
  readonly hasEOL?: boolean;
  /** What of `str` the page draws, [start, end), where fields put words around it. */
  readonly drawn?: readonly [start: number, end: number];
}

interface Placed {
  str: string;
  drawn: readonly [start: number, end: number];
  rtl: boolean;
  vertical: boolean;
  /** Direction of the baseline, a unit vector. */
  ux: number;
  uy: number;
  size: number;
  /** Along the baseline. */
  start: number;
  end: number;
  width: number;
  /** Across it. */
  baseline: number;
  x: number;
  y: number;
}

/** What tells how a run is shown; `null` where nothing on the page is hidden, or crossed out. */
export interface RunMarks {
  readonly findHidden: FindRanges | null;
  readonly findStruck: FindRanges | null;
}

const UNMARKED: RunMarks = { findHidden: null, findStruck: null };
const NEW_LINE = 0.6;
const NEW_PARAGRAPH = 1.8;
const SPACE = 0.12;
const BACKWARDS = -0.5;
const COLUMN = 1.5;
const READABLE_SIZE_MIN = 2;
const RAISED_SIZE = 0.85;
const RAISED = 0.7;
const RAISED_GAP = 0.5;

interface JoinedText {
  /** The stretches that stand apart from one another. */
  readonly texts: PlacedText[];
  /** Of the tables that lines part into cells. */
  readonly rows: readonly Omit<TableRow, "table">[][];
}

/**
 * Joins runs by where they stand on the page, since a PDF stores neither spaces nor line ends reliably. A word that a line
 * end broke is whole again. `bars` are the lines of the page, which may part tables into cells.
 */
export function joinItems(
  runs: readonly TextRun[],
  into: TextBuilder,
  marks: RunMarks = UNMARKED,
  bars: readonly Area[] = [],
): JoinedText {
  const texts: PlacedText[] = [];
  const rows: Omit<TableRow, "table">[][] = [];
  const words = listWords(runs.map(({ str }) => str));
  for (const block of layTables(runs, bars)) {
    if (into.length > 0 && !into.endsWith("\n")) into.add("\n\n");
    if (block.table) rows.push(writeTable(block.table, { into, marks, words, texts }));
    else texts.push(...joinRuns(block.runs, { into, marks, words, isCell: false }));
  }
  return { texts, rows };
}

interface Joining {
  readonly into: TextBuilder;
  readonly marks: RunMarks;
  readonly words: ReturnType<typeof listWords>;
}

/** Longer ones stand where they begin alone. */
const REPEATED_LENGTH_MAX = 200;
const SEPARATOR = " | ";

/** Each row as a line: an empty cell keeps its place, one over several columns or rows is repeated in each. */
function writeTable(
  { cells, headRows }: PageTable<TextRun>,
  { texts, ...joining }: Joining & { texts: PlacedText[] },
): Omit<TableRow, "table">[] {
  const { into } = joining;
  const places = new Map<number, Map<number, { cell: PageCell<TextRun>; isFirst: boolean }>>();
  for (const cell of cells)
    for (let row = cell.row; row < cell.row + cell.rows; row += 1)
      for (let column = cell.column; column < cell.column + cell.columns; column += 1) {
        const own = places.get(row) ?? new Map();
        places.set(row, own.set(column, { cell, isFirst: row === cell.row && column === cell.column }));
      }
  const rows: Omit<TableRow, "table">[] = [];
  for (const [row, own] of [...places].sort(([a], [b]) => a - b)) {
    // What reaches over all of a row has words once.
    if ([...own.values()].every(({ cell }) => cell.row < row)) continue;
    if (rows.length > 0) into.add("\n");
    const start = into.length;
    let before = 0;
    const isTitle = new Set([...own.values()].map(({ cell }) => cell)).size === 1;
    for (const [column, { cell, isFirst }] of [...own].sort(([a], [b]) => a - b)) {
      if (isTitle && !isFirst) continue;
      const content = isFirst ? null : contentOf(cell, joining);
      if (content?.text.length === 0) continue;
      const gap = SEPARATOR.repeat(column - before);
      into.add(into.length === start ? gap.trimStart() : gap);
      before = column;
      if (content === null) texts.push(...joinRuns(cell.runs, { ...joining, isCell: true }));
      else addMarked(content, into);
    }
    rows.push({ start, end: into.length, isHeading: headRows > 1 && row < headRows });
  }
  return rows;
}

/** To be repeated; empty where it is long. */
function contentOf(cell: PageCell<TextRun>, joining: Joining): MarkedText {
  const builder = createTextBuilder();
  joinRuns(cell.runs, { ...joining, into: builder, isCell: true });
  const content = builder.build();
  return content.text.length <= REPEATED_LENGTH_MAX ? content : markText("");
}

function addMarked({ text, hidden, struck }: MarkedText, into: TextBuilder): void {
  const starts = [...new Set([0, ...[...hidden, ...struck].flat(), text.length])].sort((a, b) => a - b);
  for (const [at, start] of starts.entries())
    into.add(text.slice(start, starts[at + 1]), isWithin(hidden, start), isWithin(struck, start));
}

/** The lines of a cell are one. */
function joinRuns(
  runs: readonly TextRun[],
  { into, marks, words, isCell }: Joining & { isCell: boolean },
): PlacedText[] {
  const texts: (Omit<PlacedText, "end" | "right"> & { end: number; right: number })[] = [];
  let previous: Placed | null = null;
  // Where the line is, whatever is raised on it.
  let level: Pick<Placed, "baseline" | "size"> | null = null;
  let line = "";
  for (const run of orderRightToLeft(runs)) {
    if (!run.transform) {
      into.add(`${run.str}\n`);
      continue;
    }
    if (run.str.trim() === "") continue;
    const current = place(run, run.transform);
    let isApart = true;
    level ??= levelOf(current);
    if (previous) {
      if (isOverprint(previous, current)) continue;
      const before: Placed = { ...previous, ...level };
      const isIndex = isRaised(before, current) && current.size < before.size;
      const separator = separate(before, current);
      if (!isIndex) level = levelOf(current);
      const hyphen = separator === "\n" ? judgeLineHyphen(line, current.str, words) : "unsure";
      addRun(hyphen === "break" ? withoutEnd(previous) : previous, marks, into);
      const between = isCell && separator !== "" ? " " : separator;
      if (hyphen === "unsure") into.add(between);
      texts.at(-1)!.end = into.length - (hyphen === "unsure" ? between.length : 0);
      texts.at(-1)!.right = previous.end;
      line = separator.startsWith("\n") ? "" : line + separator;
      isApart = hyphen === "unsure" && separator.trim() === "" && separator !== " " && separator !== "";
    }
    const { start: x, baseline, size } = current;
    if (isApart) texts.push({ start: into.length, end: into.length, x, right: x, baseline, size });
    line += current.str;
    previous = current;
  }
  if (previous) {
    addRun(previous, marks, into);
    texts.at(-1)!.end = into.length;
    texts.at(-1)!.right = previous.end;
  }
  return texts;
}

function levelOf({ baseline, size }: Placed) {
  return { baseline, size };
}

function withoutEnd(run: Placed): Placed {
  return { ...run, str: run.str.slice(0, -1) };
}

/** pdf.js omits what lies off the page. */
function listHidden(run: Placed, { findHidden }: RunMarks): readonly HiddenRange[] {
  if (run.size < READABLE_SIZE_MIN) return [[0, run.str.length]];
  return findHidden?.(run.str, run) ?? [];
}

function addRun(run: Placed, marks: RunMarks, into: TextBuilder): void {
  const { str, drawn } = run;
  const own = str.slice(...drawn);
  const inWhole = ([start, end]: HiddenRange): HiddenRange => [start + drawn[0], end + drawn[0]];
  const hidden = listHidden({ ...run, str: own }, marks).map(inWhole);
  const struck = (marks.findStruck?.(own, run) ?? []).map(inWhole);
  const cuts = new Set([0, ...[...hidden, ...struck].flat(), str.length]);
  const starts = [...cuts].sort((a, b) => a - b);
  for (const [at, start] of starts.entries())
    into.add(plainLetters(str.slice(start, starts[at + 1])), isWithin(hidden, start), isWithin(struck, start));
}

function isWithin(ranges: readonly HiddenRange[], at: number): boolean {
  return ranges.some(([start, end]) => at >= start && at < end);
}

function place(run: TextRun, transform: readonly number[]): Placed {
  const [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0] = transform;
  const along = Math.hypot(a, b) || 1;
  const [ux, uy] = [a / along, b / along];
  const start = x * ux + y * uy;
  return {
    str: run.str,
    drawn: run.drawn ?? [0, run.str.length],
    rtl: run.dir === "rtl",
    vertical: run.dir === "ttb",
    ux,
    uy,
    size: Math.hypot(c, d) || along,
    start,
    end: start + (run.width ?? 0),
    width: run.width ?? 0,
    baseline: y * ux - x * uy,
    x,
    y,
  };
}

/** An index or an exponent next to a word, or the word after one: smaller, and off the line by less than a line. */
function isRaised(previous: Placed, current: Placed): boolean {
  const moved = Math.abs(previous.baseline - current.baseline);
  const [small, large] = previous.size < current.size ? [previous.size, current.size] : [current.size, previous.size];
  const gap = gapBetween(previous, current) / large;
  return small <= RAISED_SIZE * large && moved <= RAISED * large && gap > -SPACE && gap < RAISED_GAP;
}

/** A number above the end of a word is a note, whose word is to be found without it; "5th", "m2" and "CO2" are whole. */
function betweenRaised(previous: Placed, current: Placed): string {
  const isNote =
    current.size < previous.size &&
    current.baseline > previous.baseline &&
    /^\d/.test(current.str) &&
    /\p{L}{4}$/u.test(previous.str);
  return isNote || gapBetween(previous, current) > SPACE * Math.max(previous.size, current.size) ? " " : "";
}

function gapBetween(previous: Placed, current: Placed): number {
  return current.rtl ? previous.start - current.end : current.start - previous.end;
}

function separate(previous: Placed, current: Placed): string {
  const size = Math.max(Math.min(previous.size, current.size), 0.01);
  if (previous.vertical && current.vertical) return Math.abs(previous.x - current.x) > size * NEW_LINE ? "\n" : "";
  const turned = previous.ux * current.ux + previous.uy * current.uy < 0.98;
  const moved = Math.abs(previous.baseline - current.baseline);
  if (!turned && isRaised(previous, current)) return betweenRaised(previous, current);
  if (turned || moved > size * NEW_PARAGRAPH) return "\n\n";
  if (moved > size * NEW_LINE) return "\n";
  const gap = gapBetween(previous, current);
  if (gap > size * COLUMN) return "\t";
  const spaced = previous.str.endsWith(" ") || current.str.startsWith(" ");
  return !spaced && (gap > size * SPACE || gap < size * BACKWARDS) ? " " : "";
}

/** The same run again, a hair next to itself, is how some writers make bold. */
function isOverprint(previous: Placed, current: Placed): boolean {
  const near = previous.size * 0.15;
  return (
    previous.str === current.str && Math.abs(previous.x - current.x) < near && Math.abs(previous.y - current.y) < near
  );
}
