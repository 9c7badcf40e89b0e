import type { SectionWriter } from "./section-writer.ts";
import { createRowWriter, type TableCell } from "./write-table-row.ts";

/** The table and the group of rows, such as a `tbody`, that a row is in, by number. */
interface RowPlace {
  readonly table: number;
  readonly group: number;
  readonly isHeading: boolean;
}

/** Turns the text of a marked-up document into lines, with white space as a browser would show it. */
export interface FlowWriter {
  text(text: string, hidden: boolean, struck?: boolean, quoted?: boolean): void;
  /** Ends a line; inside a cell it is only a gap, since a row of a table is one line. */
  breakLine(): void;
  /** `mark` is before its text: "-" or a number. */
  beginItem(mark: string): void;
  endItem(): void;
  beginRow(): void;
  /** Says that the line so far is a row of a table, or its column headings. */
  endRow(row: RowPlace): void;
  /** How many columns and rows the cell is over. */
  beginCell(columns?: number, rows?: number): void;
  endCell(): void;
  readonly inCell: boolean;
  /** Keeps spaces and line ends, as in `pre`. */
  preserve(on: boolean): void;
  /** Writes what is still open. */
  finish(): void;
}

const DEPTH_MAX = 8;
const NO_TABLE = { table: 0, group: 0, isHeading: false };

interface OpenRow {
  readonly cells: TableCell[];
  cell: TableCell | null;
  /** Of cells that are in no row. */
  readonly isImplied: boolean;
}

export function createFlowWriter(writer: SectionWriter): FlowWriter {
  const rows = createRowWriter(writer);
  const open: OpenRow[] = [];
  let lineEmpty = true;
  let gap = false;
  let prefix = "";
  let preserved = 0;
  /** Rows that are too deep within others: their words go with the cell around them. */
  let skipped = 0;

  const put = (text: string, hidden: boolean, struck?: boolean, quoted?: boolean) => {
    const cell = cellFor();
    if (cell) {
      const isFirst = cell.content.length === 0 || "cells" in cell.content.at(-1)!;
      if (gap && !isFirst) cell.content.push({ text: " ", hidden: false });
      cell.content.push({ text, hidden, struck, quoted });
    } else {
      if (lineEmpty) writer.add(prefix);
      else if (gap) writer.add(" ");
      writer.add(text, hidden, struck, quoted);
      [lineEmpty, prefix] = [false, ""];
    }
    gap = false;
  };
  /** Text of a row that is in none of its cells goes with the last one. */
  const cellFor = (): TableCell | null => {
    const row = open.at(-1);
    if (!row) return null;
    if (row.cell) return row.cell;
    if (row.cells.length === 0) row.cells.push({ content: [], columns: 1, rows: 1 });
    return row.cells.at(-1)!;
  };
  const endLine = () => {
    if (!lineEmpty) writer.endLine();
    [lineEmpty, gap] = [true, false];
  };
  const closeRow = (at: RowPlace) => {
    const row = open.pop();
    if (!row) return;
    const outer = cellFor();
    const done = { cells: row.cells, ...at };
    if (outer) outer.content.push(done);
    else rows.write(done);
    gap = false;
  };
  const inCell = () => open.some(({ cell }) => cell !== null);
  return {
    get inCell() {
      return inCell();
    },
    text(text, hidden, struck, quoted) {
      if (preserved > 0 && open.length === 0) {
        if (text !== "") put(text, hidden, struck, quoted);
        return;
      }
      const words = text.replace(/[ \t\r\n\f]+/g, " ");
      // A parser tells an entity such as `&nbsp;` as a text of its own.
      if (/^\s/.test(words)) gap = true;
      if (words.trim() === "") return;
      put(words.trim(), hidden, struck, quoted);
      gap = /\s$/.test(words);
    },
    breakLine() {
      const row = open.at(-1);
      if (row?.isImplied && row.cell === null) closeRow(NO_TABLE);
      if (open.length > 0) gap = true;
      else endLine();
    },
    beginItem(mark) {
      if (open.length === 0) prefix = `${mark} `;
    },
    endItem() {
      prefix = "";
    },
    beginRow() {
      if (open.length >= DEPTH_MAX || skipped > 0) {
        skipped += 1;
        return;
      }
      if (open.length === 0) endLine();
      open.push({ cells: [], cell: null, isImplied: false });
    },
    endRow(row) {
      if (skipped > 0) {
        skipped -= 1;
        return;
      }
      if (open.at(-1)?.isImplied) closeRow({ ...row, isHeading: false });
      closeRow(row);
    },
    beginCell(columns = 1, height = 1) {
      if (skipped > 0) {
        gap = true;
        return;
      }
      if (open.length >= DEPTH_MAX && open.at(-1)!.cell !== null) return;
      if (open.length === 0 || open.at(-1)!.cell !== null) {
        if (open.length === 0) endLine();
        open.push({ cells: [], cell: null, isImplied: true });
      }
      const cell: TableCell = { content: [], columns, rows: height };
      open.at(-1)!.cells.push(cell);
      open.at(-1)!.cell = cell;
      gap = false;
    },
    endCell() {
      const row = open.at(-1);
      if (skipped > 0) gap = true;
      else if (row) {
        row.cell = null;
        gap = false;
      }
    },
    finish() {
      skipped = 0;
      while (open.length > 0) closeRow(NO_TABLE);
      endLine();
    },
    preserve(on) {
      preserved = Math.max(0, preserved + (on ? 1 : -1));
    },
  };
}
