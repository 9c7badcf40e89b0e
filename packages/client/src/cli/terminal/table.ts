import { fitText, padText, widthOf } from "./fit-text.ts";
import { toOneLine } from "./plain-text.ts";
import type { Style, Terminal } from "./terminal.ts";

export interface Column<T> {
  readonly title: string;
  readonly value: (row: T) => string;
  readonly style?: (row: T) => Style | undefined;
  /** One column may be cut so that the row fits. */
  readonly flexible?: true;
}

const GAP = "  ";

/** On a terminal a table that fits it, with a heading; else lines with tabs, uncut and without a heading. */
export function printTable<T>(terminal: Terminal, columns: readonly Column<T>[], rows: readonly T[]): void {
  const cells = rows.map((row) => columns.map(({ value }) => toOneLine(value(row))));
  if (!terminal.isInteractive) {
    for (const row of cells) terminal.print(row.join("\t"));
    return;
  }
  const widths = columns.map(({ title }, at) => Math.max(widthOf(title), ...cells.map((row) => widthOf(row[at]!))));
  const flexible = columns.findIndex((column) => column.flexible);
  const excess = widths.reduce((sum, width) => sum + width + GAP.length, -GAP.length) - terminal.columns;
  if (flexible !== -1 && excess > 0) widths[flexible] = Math.max(10, widths[flexible]! - excess);
  const lineOf = (row: readonly string[], styleOf: (at: number) => Style | undefined) =>
    row
      .map((cell, at) => {
        const style = styleOf(at);
        const last = at === columns.length - 1;
        const fitted = last ? fitText(cell, widths[at]!) : padText(cell, widths[at]!);
        return style ? terminal.paint(style, fitted) : fitted;
      })
      .join(GAP)
      .trimEnd();
  terminal.print(
    lineOf(
      columns.map(({ title }) => title.toUpperCase()),
      () => "dim",
    ),
  );
  for (const [index, row] of cells.entries()) terminal.print(lineOf(row, (at) => columns[at]!.style?.(rows[index]!)));
}
