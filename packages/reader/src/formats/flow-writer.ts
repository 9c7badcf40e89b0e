import type { SectionWriter } from "./section-writer.ts";

/** Turns the text of a marked-up document into lines, with white space as a browser would show it. */
export interface FlowWriter {
  text(text: string, hidden: boolean, struck?: boolean): void;
  /** Ends a line; inside a cell it is only a gap, since a row of a table is one line. */
  breakLine(): void;
  /** `mark` is before its text: "-" or a number. */
  beginItem(mark: string): void;
  endItem(): void;
  beginRow(): void;
  /** Says that the line so far is a row of a table, or its column headings. */
  endRow(table: number, isHeading: boolean): void;
  beginCell(): void;
  endCell(): void;
  readonly inCell: boolean;
  /** Keeps spaces and line ends, as in `pre`. */
  preserve(on: boolean): void;
}

export function createFlowWriter(writer: SectionWriter): FlowWriter {
  let lineEmpty = true;
  let gap = false;
  let prefix = "";
  let cellDepth = 0;
  let cellsBefore = 0;
  let preserved = 0;

  const put = (text: string, hidden: boolean, struck?: boolean) => {
    const separator = " | ".repeat(Math.max(0, cellsBefore));
    if (lineEmpty) writer.add(prefix + separator.trimStart());
    else writer.add(cellsBefore > 0 ? separator : gap ? " " : "");
    [lineEmpty, gap, prefix, cellsBefore] = [false, false, "", 0];
    writer.add(text, hidden, struck);
  };
  const endLine = () => {
    if (!lineEmpty) writer.endLine();
    [lineEmpty, gap, cellsBefore] = [true, false, 0];
  };
  return {
    get inCell() {
      return cellDepth > 0;
    },
    text(text, hidden, struck) {
      if (preserved > 0 && cellDepth === 0) {
        if (text !== "") put(text, hidden, struck);
        return;
      }
      const words = text.replace(/[ \t\r\n\f]+/g, " ");
      if (words.startsWith(" ")) gap = true;
      if (words.trim() === "") return;
      put(words.trim(), hidden, struck);
      gap = words.endsWith(" ");
    },
    breakLine() {
      if (cellDepth > 0) gap = true;
      else endLine();
    },
    beginItem(mark) {
      if (cellDepth === 0) prefix = `${mark} `;
    },
    endItem() {
      prefix = "";
    },
    beginRow() {
      if (cellDepth === 0) {
        endLine();
        cellsBefore = -1;
      }
    },
    endRow(table, isHeading) {
      if (cellDepth === 0 && !lineEmpty) writer.row(table, isHeading);
    },
    beginCell() {
      if (cellDepth === 0) {
        cellsBefore += 1;
        gap = false;
      }
      cellDepth += 1;
    },
    endCell() {
      cellDepth = Math.max(0, cellDepth - 1);
    },
    preserve(on) {
      preserved = Math.max(0, preserved + (on ? 1 : -1));
    },
  };
}
