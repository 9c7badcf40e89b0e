/** A cell of a row as it was extracted. */
export interface Cell {
  readonly text: string;
  /** Offset in the text that the row was cut from. */
  readonly start: number;
}

const SEPARATOR = " | ";
const LEADING = "| ";
/** A row with a bar at both ends, as Markdown has it. */
const FRAMED = /^\s*\|(?<inside>.*)\|\s*$/d;

/** Cuts a row, which begins at `start`, into its cells. */
export function splitCells(row: string, start: number): Cell[] {
  const framed = FRAMED.exec(row);
  if (framed) return cutAt("|", framed.groups!.inside!, start + framed.indices!.groups!.inside![0]).map(trimCell);
  // A bar at the start alone is an empty first cell.
  if (!row.startsWith(LEADING)) return cutAt(SEPARATOR, row, start);
  return [{ text: "", start }, ...cutAt(SEPARATOR, row.slice(LEADING.length), start + LEADING.length)];
}

function cutAt(separator: string, row: string, start: number): Cell[] {
  let at = start;
  return row.split(separator).map((text) => {
    const cell = { text, start: at };
    at += text.length + separator.length;
    return cell;
  });
}

function trimCell({ text, start }: Cell): Cell {
  return { text: text.trim(), start: start + text.length - text.trimStart().length };
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
