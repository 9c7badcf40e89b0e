/** A cell of a row as it was extracted. */
export interface Cell {
  readonly text: string;
  /** Offset in the text that the row was cut from. */
  readonly start: number;
}

const SEPARATOR = " | ";

/** Cuts a row, which begins at `start`, into its cells. */
export function splitCells(row: string, start: number): Cell[] {
  let at = start;
  return row.split(SEPARATOR).map((text) => {
    const cell = { text, start: at };
    at += text.length + SEPARATOR.length;
    return cell;
  });
}

export interface Line {
  readonly text: string;
  readonly start: number;
}

export function splitLines(text: string): Line[] {
  let at = 0;
  return text.split("\n").map((line) => {
    const placed = { text: line, start: at };
    at += line.length + 1;
    return placed;
  });
}
