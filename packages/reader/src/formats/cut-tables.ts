import { type MarkedText, mergeRanges } from "../text/marked-text.ts";

/** A row of a table within a text: offsets [start, end). */
export interface TableRow {
  readonly start: number;
  readonly end: number;
  readonly table: number;
  /** The file says that it holds column headings. */
  readonly isHeading: boolean;
}

export interface CutPiece {
  readonly start: number;
  readonly end: number;
  /** Column headings of a table that began before the piece. */
  readonly context: string | null;
}

/** A text up to this length is one chunk: nothing in it is cut from its headings. */
const WHOLE_LENGTH_MAX = 2048;
const BLOCK_LENGTH = 1400;
/** Text of this length stays with the table that it leads into. */
const LEAD_LENGTH_MAX = 500;
const PIECE_LENGTH_MIN = 200;
const CONTEXT_LENGTH_MAX = 500;
const HEADING_CELL_LENGTH_MAX = 60;

/** Cuts a section where a table is too long for one chunk, so that its later rows carry the headings of the columns. */
export function cutTables(section: MarkedText, rows: readonly TableRow[]): CutPiece[] {
  const { length } = section.text;
  if (length <= WHOLE_LENGTH_MAX || rows.length === 0) return [{ start: 0, end: length, context: null }];
  const pieces: CutPiece[] = [];
  let current: { start: number; context: string | null } = { start: 0, context: null };
  const close = (end: number, context: string | null) => {
    if (end > current.start) pieces.push({ ...current, end });
    current = { start: end, context };
  };
  const tables = Map.groupBy(rows, ({ table }) => table)
    .values()
    .flatMap((table) => splitAtHeadings(section, table))
    .toArray();
  for (const [at, table] of tables.entries()) {
    const [start, end] = [table[0]!.start, table.at(-1)!.end];
    const next = tables[at + 1]?.[0]?.start ?? length;
    if (end - current.start > WHOLE_LENGTH_MAX) {
      if (start - current.start > LEAD_LENGTH_MAX) close(start, null);
      const headings = headingsOf(section, table);
      let bodyRows = 0;
      for (const row of table) {
        if (row.end - current.start > BLOCK_LENGTH && bodyRows > 0) {
          close(row.start, headings);
          bodyRows = 0;
        }
        if (!row.isHeading && row !== table[0]) bodyRows += 1;
      }
    }
    if (next - current.start > WHOLE_LENGTH_MAX && end - current.start >= PIECE_LENGTH_MIN) close(end, null);
  }
  close(length, null);
  return joinShortEnd(pieces);
}

/** Headings that stand later in a table are those of what is below them; a title over all columns is none. */
function splitAtHeadings(section: MarkedText, table: readonly TableRow[]): TableRow[][] {
  const parts: TableRow[][] = [];
  for (const [at, row] of table.entries()) {
    const begins = row.isHeading && !table[at - 1]?.isHeading && readShown(section, row).includes("|");
    if (at === 0 || begins) parts.push([]);
    parts.at(-1)!.push(row);
  }
  return parts;
}

function joinShortEnd(pieces: CutPiece[]): CutPiece[] {
  const [before, last] = [pieces.at(-2), pieces.at(-1)];
  if (!before || !last || last.end - last.start >= PIECE_LENGTH_MIN) return pieces;
  if (last.end - before.start > WHOLE_LENGTH_MAX) return pieces;
  return [...pieces.slice(0, -2), { ...before, end: last.end }];
}

/** Those that the file names; else the first row, where it reads like headings. */
function headingsOf(marked: MarkedText, table: readonly TableRow[]): string | null {
  const first = table.findIndex(({ isHeading }) => !isHeading);
  const named = table.slice(0, first);
  const shown = (first > 0 ? named : table.slice(0, 1)).map((row) => readShown(marked, row));
  if (first <= 0 && !looksLikeHeadings(shown[0] ?? "")) return null;
  return joinRows(shown).slice(0, CONTEXT_LENGTH_MAX).toWellFormed() || null;
}

/** Of several rows with as many cells, each column's headings from the top down, each once. */
function joinRows(shown: readonly string[]): string {
  const rows = shown.map(trimRow).filter(Boolean);
  const cells = rows.map((row) => row.split("|").map((cell) => cell.trim()));
  const [first, ...others] = cells;
  if (!first || others.some(({ length }) => length !== first.length)) return rows.join(" / ");
  return first.map((_, at) => [...new Set(cells.map((row) => row[at]!))].filter(Boolean).join(" > ")).join(" | ");
}

/** Without the bars around it; a rule is no row. */
function trimRow(row: string): string {
  return /^[\s|:-]*$/.test(row) ? "" : row.replace(/^\s*\|\s*|\s*\|\s*$/g, "");
}

/** Whether a row, its cells apart by bars, names columns. */
export function looksLikeHeadings(row: string): boolean {
  const cells = trimRow(row)
    .split("|")
    .map((cell) => cell.trim());
  return (
    cells.length > 1 &&
    // Names, dates and figures of a row that a page broke off.
    cells.filter((cell) => /\d/.test(cell)).length * 2 < cells.length &&
    cells.filter((cell) => cell === "").length <= 1 &&
    cells.every((cell) => cell.length <= HEADING_CELL_LENGTH_MAX && !/[.!?:]$|^[\d\s.,%€$£-]+$/.test(cell))
  );
}

/** The cells of a row apart by bars, without what is hidden or crossed out. */
export function readRow(marked: MarkedText, row: { readonly start: number; readonly end: number }): string {
  return trimRow(readShown(marked, row)).slice(0, CONTEXT_LENGTH_MAX).toWellFormed();
}

/** What a reader does not see, or sees crossed out, is no heading for the model either. */
function readShown({ text, hidden, struck }: MarkedText, { start, end }: Pick<TableRow, "start" | "end">): string {
  let shown = "";
  let at = start;
  for (const [from, to] of struck.length === 0 ? hidden : mergeRanges([...hidden, ...struck])) {
    if (to <= at || from >= end) continue;
    shown += text.slice(at, Math.max(at, from));
    at = Math.min(to, end);
  }
  return (shown + text.slice(at, end)).replace(/\t/g, " | ").replace(/\s+/g, " ").trim();
}
