import { areNames, isName, isWide, nameColumn } from "../text/row-blocks.ts";
import { looksLikeHeadings } from "./cut-tables.ts";
import type { SectionWriter, TextPart } from "./section-writer.ts";

export interface TableCell {
  /** Words, and rows of tables within the cell, in order. */
  readonly content: (TextPart | NestedRow)[];
  readonly columns: number;
  /** Infinity: all to the end of its group. */
  readonly rows: number;
}

interface NestedRow {
  readonly cells: readonly TableCell[];
  readonly table: number;
  /** Of rows such as a `tbody`: no cell reaches out of it. */
  readonly group: number;
  readonly isHeading: boolean;
}

const SEPARATOR = " | ";
/** A value is repeated in as many columns; those after them stay empty. */
const COLUMNS_MAX = 32;
/** A browser takes no more. */
const WIDTH_MAX = 1000;
const ROWS_MAX = 65_534;
/** A value is repeated up to this length, and all values of a text together. */
const REPEATED_LENGTH_MAX = 200;
const REPEATED_TOTAL_MAX = 500_000;
/** Columns of a text that cells reach into, empty ones too. */
const PLACES_MAX = 500_000;
const EMPTY: TableCell = { content: [], columns: 1, rows: 1 };

interface Reaching {
  readonly cell: TableCell;
  left: number;
}

interface PlacedRow {
  readonly cells: readonly TableCell[];
  /** Each cell is in its column; else nobody may read them under headings. */
  readonly isPlaced: boolean;
  /** Columns that repeat the cell to their left. */
  readonly spread: ReadonlySet<number>;
}

/** The names of the columns of a wide table. */
interface Head {
  names: readonly string[];
  /** The file says so; else they are a first row that reads like it. */
  isMarked: boolean;
  /** Null until the first row below. */
  isWide: boolean | null;
  /** A title was below. */
  isApart: boolean;
}

const NO_TABLE = 0;
const NO_SPREAD: ReadonlySet<number> = new Set();

/**
 * Writes each row as a line. A cell over several columns or rows is repeated in each; the rows of a table that is alone in
 * its row are lines of their own, those of one next to other cells stay in its cell, each value after its heading.
 * Where the columns are too many to be counted, each cell is a line.
 */
export function createRowWriter(writer: SectionWriter): { write(row: NestedRow): void } {
  const reaching = new Map<number, { readonly group: number; readonly above: Map<number, Reaching> }>();
  /** Tables of which the columns are no longer known. */
  const lost = new Set<number>();
  const heads = new Map<number, Head>();
  let repeated = 0;
  let places = 0;

  const repeat = (cell: TableCell): TableCell => {
    places += 1;
    if (repeated >= REPEATED_TOTAL_MAX || cell.content.length === 0) return EMPTY;
    const content: TextPart[] = [];
    let left = REPEATED_LENGTH_MAX;
    for (const part of cell.content) {
      if ("cells" in part || left <= 0) continue;
      content.push({ ...part, text: part.text.slice(0, left).toWellFormed() });
      left -= part.text.length;
    }
    repeated += SEPARATOR.length + REPEATED_LENGTH_MAX - Math.max(0, left);
    return { content, columns: 1, rows: 1 };
  };
  /** The cells by column, with those that reach into the row from above or from the left. */
  const expand = ({ cells, table, group }: NestedRow): PlacedRow => {
    const unplaced = { cells, isPlaced: false, spread: NO_SPREAD };
    if (lost.has(table)) return unplaced;
    const before = reaching.get(table);
    const above = before?.group === group ? before.above : new Map<number, Reaching>();
    const expanded: TableCell[] = [];
    const spread = new Set<number>();
    const take = (column: number): TableCell | null => {
      const over = above.get(column);
      if (!over) return null;
      if (over.left <= 1) above.delete(column);
      else over.left -= 1;
      return over.cell;
    };
    const takeAbove = () => {
      for (let over = take(expanded.length); over; over = take(expanded.length)) expanded.push(repeat(over));
    };
    const isTitle = cells.length === 1 && above.size === 0;
    let furthest = -1;
    for (const column of above.keys()) furthest = Math.max(furthest, column);
    for (const cell of cells) {
      takeAbove();
      const width = isTitle ? 1 : Math.min(cell.columns, WIDTH_MAX);
      for (let at = 0; at < width && (at === 0 || places <= PLACES_MAX); at += 1) {
        const column = expanded.length;
        const shown = at < COLUMNS_MAX ? cell : EMPTY;
        take(column);
        if (cell.rows > 1) above.set(column, { cell: shown, left: Math.min(cell.rows, ROWS_MAX) - 1 });
        if (at > 0) spread.add(column);
        expanded.push(at === 0 ? cell : repeat(shown));
      }
    }
    // A row may end before the last column that a cell reaches into from above.
    while (expanded.length <= furthest && places <= PLACES_MAX) {
      const over = take(expanded.length);
      expanded.push(repeat(over ?? EMPTY));
    }
    if (above.size > 0) reaching.set(table, { group, above });
    else reaching.delete(table);
    // What reaches nowhere needs no place.
    const isSimple = above.size === 0 && furthest < 0 && cells.every(({ columns }) => isTitle || columns === 1);
    if (places <= PLACES_MAX || isSimple) return { cells: expanded, isPlaced: true, spread };
    lost.add(table);
    reaching.delete(table);
    return unplaced;
  };
  const writeApart = (parts: readonly TextPart[], endRow?: () => void) => {
    if (parts.every(({ text }) => text.trim() === "")) return;
    for (const { text, hidden, struck, quoted } of parts) writer.add(text, hidden, struck, quoted);
    endRow?.();
    writer.endLine();
  };
  const writeLine = (parts: readonly TextPart[], table: number, isHeading: boolean) =>
    writeApart(parts, () => writer.row(table, isHeading));
  const inline = ({ content }: TableCell): TextPart[] => {
    const parts: TextPart[] = [];
    let headings: readonly string[] | null = null;
    let table = 0;
    for (const [at, part] of content.entries()) {
      if (!("cells" in part)) {
        if (at > 0 && "cells" in content[at - 1]!) parts.push(plain(" "));
        parts.push(part);
        continue;
      }
      const placed = expand(part);
      const cells = placed.cells.map(inline);
      const before = content[at - 1];
      const isFirst = part.table !== table;
      table = part.table;
      if (isFirst || !placed.isPlaced) headings = null;
      const texts = cells.map(shownText);
      const isNext = content.slice(at + 1, at + 2).some((next) => "cells" in next && next.table === table);
      const isTitle = countShown(texts, placed.spread) < 2;
      if (isNext && placed.isPlaced && (part.isHeading ? !isTitle : isFirst && mayBeHeadings(texts))) {
        headings = texts;
        continue;
      }
      const filled = cells.flatMap((cell, column) =>
        cell.length === 0 ? [] : [{ cell, name: (!isTitle && headings?.[column]) || "" }],
      );
      if (filled.length === 0) continue;
      if (parts.length > 0) parts.push(plain(isFirst || (before && !("cells" in before)) ? " " : "; "));
      for (const [index, { cell, name }] of filled.entries()) {
        parts.push(plain(`${index > 0 ? ", " : ""}${name === "" ? "" : `${name.replace(/\s*:$/, "")}: `}`), ...cell);
      }
    }
    return parts;
  };
  /** The names for the cells of a row below the headings of a wide table; null of every other row. */
  const namesFor = ({ table, isHeading }: NestedRow, texts: readonly string[], spread: ReadonlySet<number>) => {
    if (table === NO_TABLE) return null;
    let head = heads.get(table) ?? { names: [], isMarked: false, isWide: null, isApart: false };
    const isTitle = countShown(texts, spread) < 2;
    if (isTitle) {
      head.isApart = true;
      return null;
    }
    const isFirst = head.names.length === 0 && head.isWide === null;
    if (isHeading || (isFirst && mayBeHeadings(texts))) {
      if (head.isWide !== null || head.isMarked !== isHeading) head = { ...head, names: [], isWide: null };
      const above = head.names;
      const names = texts.map((text, at) => [...new Set([above[at], text])].filter(Boolean).join(" > "));
      heads.set(table, { ...head, names, isMarked: isHeading, isApart: false });
      return null;
    }
    const mayName = texts.every((text) => text === "" || isName({ text }));
    // Without a mark, names over names may be values, and so may those after a title be names.
    const isUnsure = !head.isMarked && mayName && (head.isWide === null || head.isApart);
    if (head.isWide === null) {
      head.isWide = isWide(head.names);
      head.names = head.names.map(nameColumn);
    }
    if (isUnsure) head.isWide = false;
    head.isApart = false;
    heads.set(table, head);
    return head.isWide ? head.names : null;
  };
  const write = (row: NestedRow): void => {
    const { cells, isPlaced, spread } = expand(row);
    const filled = cells.filter(({ content }) => content.length > 0);
    if (filled.length === 1 && filled[0]!.content.some((part) => "cells" in part)) {
      let line: TextPart[] = [];
      for (const part of filled[0]!.content) {
        if (!("cells" in part)) line.push(part);
        else {
          writeLine(line, row.table, false);
          line = [];
          write(part);
        }
      }
      writeLine(line, row.table, false);
      return;
    }
    if (!isPlaced) {
      for (const cell of cells) writeApart(inline(cell));
      return;
    }
    const inCells = cells.map(inline);
    const names = namesFor(row, inCells.map(shownText), spread);
    const parts: TextPart[] = [];
    let gap = "";
    if (names)
      for (const [at, words] of inCells.entries()) {
        if (words.length === 0) continue;
        const name = names[at] ? `${names[at]}: ` : "";
        parts.push(plain(`${parts.length > 0 ? SEPARATOR : ""}${name}`), ...words);
      }
    for (const [at, words] of names ? [] : inCells.entries()) {
      if (at > 0) gap += SEPARATOR;
      if (words.length === 0) continue;
      parts.push(plain(parts.length === 0 ? gap.trimStart() : gap), ...words);
      gap = "";
    }
    writeLine(parts, row.table, row.isHeading);
  };
  return { write };
}

function countShown(texts: readonly string[], spread: ReadonlySet<number>): number {
  return texts.filter((text, column) => text !== "" && !spread.has(column)).length;
}

/** Whether a first row that the file does not mark names the columns. */
function mayBeHeadings(texts: readonly string[]): boolean {
  return looksLikeHeadings(texts.join(SEPARATOR)) && areNames(texts.map((text) => ({ text })));
}

const plain = (text: string): TextPart => ({ text, hidden: false });
const shownText = (parts: readonly TextPart[]) =>
  parts
    .map(({ text, hidden, struck }) => (hidden || struck ? "" : text))
    .join("")
    .trim();
