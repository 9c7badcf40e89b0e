import { ROW, rowId, type Trace } from "./trace.ts";

/** With more rows than this, requirements begin closed. */
const OPEN_ROWS_MAX = 400;

/** The rows that are in the list: those that are kept, without what is below a closed one. */
export function visibleRows({ count, size }: Trace, closed: Uint8Array, kept?: Uint8Array): Uint32Array {
  const visible = new Uint32Array(count);
  let length = 0;
  for (let row = 0; row < count; ) {
    if (kept && !kept[row]) {
      row += size[row]!;
      continue;
    }
    visible[length++] = row;
    row += closed[row] ? size[row]! : 1;
  }
  return visible.slice(0, length);
}

/** Which rows begin closed. */
export function closedAtFirst({ count, kind, size }: Trace): Uint8Array {
  if (count <= OPEN_ROWS_MAX) return new Uint8Array(count);
  return Uint8Array.from(kind, (each, row) => (each === ROW.REQUIREMENT && size[row]! > 1 ? 1 : 0));
}

/** A copy in which every row above `row` is open. */
export function revealRow({ parent }: Trace, closed: Uint8Array, row: number): Uint8Array {
  let revealed = closed;
  for (let at = parent[row]!; at >= 0; at = parent[at]!)
    if (revealed[at]) {
      if (revealed === closed) revealed = closed.slice();
      revealed[at] = 0;
    }
  return revealed;
}

/** Which rows are closed after the run has gone on: those that were, and of new ones those that begin so. */
export function carryClosed(before: Trace, closed: Uint8Array, after: Trace): Uint8Array {
  const known = new Map<string, number>();
  for (let row = 0; row < before.count; row++) if (before.size[row]! > 1) known.set(rowId(before, row), closed[row]!);
  const carried = closedAtFirst(after);
  for (let row = 0; row < after.count; row++)
    if (after.size[row]! > 1) carried[row] = known.get(rowId(after, row)) ?? carried[row]!;
  return carried;
}
