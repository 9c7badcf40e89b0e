import { looksLikeHeadings } from "./cut-tables.ts";
import type { SectionWriter, TextPart } from "./section-writer.ts";

export interface TableCell {
  /** Words, and rows of tables within the cell, in order. */
  readonly content: (TextPart | NestedRow)[];
  readonly columns: number;
  readonly rows: number;
}

interface NestedRow {
  readonly cells: readonly TableCell[];
  readonly table: number;
  readonly isHeading: boolean;
}

const SEPARATOR = " | ";
const COLUMNS_MAX = 32;
const ROWS_MAX = 2000;
/** A value is repeated up to this length, and all values of a text together. */
const REPEATED_LENGTH_MAX = 200;
const REPEATED_TOTAL_MAX = 500_000;

interface Reaching {
  readonly cell: TableCell;
  left: number;
}

/**
 * Writes each row as a line. A cell over several columns or rows is repeated in each; the rows of a table that is alone in
 * its row are lines of their own, those of one next to other cells stay in its cell, each value after its heading.
 */
export function createRowWriter(writer: SectionWriter): { write(row: NestedRow): void } {
  const reaching = new Map<number, Map<number, Reaching>>();
  let repeated = 0;

  const shorten = (cell: TableCell): TableCell => {
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
  const expand = ({ cells, table }: NestedRow): TableCell[] => {
    if (repeated >= REPEATED_TOTAL_MAX) return [...cells];
    const above = reaching.get(table) ?? new Map<number, Reaching>();
    const expanded: TableCell[] = [];
    const takeAbove = () => {
      for (;;) {
        const over = above.get(expanded.length);
        if (!over) return;
        if (over.left === 1) above.delete(expanded.length);
        else over.left -= 1;
        expanded.push(shorten(over.cell));
      }
    };
    const isTitle = cells.length === 1 && above.size === 0;
    for (const cell of cells) {
      takeAbove();
      const width = isTitle ? 1 : Math.min(cell.columns, COLUMNS_MAX);
      for (let at = 0; at < width; at += 1) {
        if (cell.rows > 1) above.set(expanded.length, { cell, left: Math.min(cell.rows, ROWS_MAX) - 1 });
        expanded.push(at === 0 ? cell : shorten(cell));
      }
    }
    takeAbove();
    if (above.size > 0) reaching.set(table, above);
    else reaching.delete(table);
    return expanded;
  };
  const writeLine = (parts: readonly TextPart[], table: number, isHeading: boolean) => {
    if (parts.every(({ text }) => text.trim() === "")) return;
    for (const { text, hidden, struck } of parts) writer.add(text, hidden, struck);
    writer.row(table, isHeading);
    writer.endLine();
  };
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
      const cells = expand(part).map(inline);
      const before = content[at - 1];
      const isFirst = part.table !== table;
      table = part.table;
      if (isFirst) headings = null;
      const names = cells.map(shownText);
      const isNext = content.slice(at + 1, at + 2).some((next) => "cells" in next && next.table === table);
      if (isFirst && isNext && (part.isHeading || looksLikeHeadings(names.join(SEPARATOR)))) {
        headings = names;
        continue;
      }
      const filled = cells.flatMap((cell, column) =>
        cell.length === 0 ? [] : [{ cell, name: headings?.[column] ?? "" }],
      );
      if (filled.length === 0) continue;
      if (parts.length > 0) parts.push(plain(isFirst || (before && !("cells" in before)) ? " " : "; "));
      for (const [index, { cell, name }] of filled.entries()) {
        parts.push(plain(`${index > 0 ? ", " : ""}${name === "" ? "" : `${name.replace(/\s*:$/, "")}: `}`), ...cell);
      }
    }
    return parts;
  };
  const write = (row: NestedRow): void => {
    const cells = expand(row);
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
    const parts: TextPart[] = [];
    let gap = "";
    for (const [at, cell] of cells.entries()) {
      const words = inline(cell);
      if (at > 0) gap += SEPARATOR;
      if (words.length === 0) continue;
      parts.push(plain(parts.length === 0 ? gap.trimStart() : gap), ...words);
      gap = "";
    }
    writeLine(parts, row.table, row.isHeading);
  };
  return { write };
}

const plain = (text: string): TextPart => ({ text, hidden: false });
const shownText = (parts: readonly TextPart[]) =>
  parts
    .map(({ text, hidden, struck }) => (hidden || struck ? "" : text))
    .join("")
    .trim();
