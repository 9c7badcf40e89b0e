import { groupLines } from "./group-lines.ts";
import { isRunning, listStretches, type Run, type Stretch } from "./split-columns.ts";

const SAME_LINE = 0.3;
/** With two, a column of labels and a column of something else look the same. */
const COLUMNS_MIN = 3;
const COLUMNS_MAX = 60;
const ROWS_MIN = 3;
/** Between lines, by the size of their letters: further apart is another thing. */
const GAP_MAX = 6;
/** Rows of a table that was drawn column by column are further apart than lines of a text. */
const PITCH_MIN = 1.35;
const FILLED_MIN = 0.6;

interface Cell<R> {
  readonly stretch: Stretch<R>;
  /** In the order in which it was drawn. */
  readonly order: number;
  row: number;
  column: number;
}

/** Puts the cells of a table row by row, where they were drawn column by column or in no order at all. */
export function orderRows<R extends Run>(runs: readonly R[]): readonly R[] {
  const stretches = runs.length < COLUMNS_MIN * ROWS_MIN ? null : listStretches(runs);
  if (!stretches) return runs;
  const cells: Cell<R>[] = stretches.map((stretch, order) => ({ stretch, order, row: 0, column: 0 }));
  const lines = groupLines(cells, SAME_LINE, ({ stretch }) => stretch);
  const moved = new Map<number, readonly Cell<R>[]>();
  const taken = new Set<number>();
  for (let at = 0; at < lines.length; ) {
    const found = tableAt(lines, at);
    at = Math.max(found.end, at + 1);
    const sorted = found.cells.toSorted((a, b) => a.row - b.row || a.column - b.column);
    if (!isOutOfOrder(sorted) || !isTable(sorted, found.columns)) continue;
    for (const { order } of sorted) taken.add(order);
    moved.set(Math.min(...sorted.map(({ order }) => order)), sorted);
  }
  if (moved.size === 0) return runs;
  return stretches.flatMap((stretch, order) => {
    const table = moved.get(order);
    if (table) return table.flatMap((cell) => cell.stretch.runs);
    return taken.has(order) ? [] : stretch.runs;
  });
}

interface Span {
  from: number;
  to: number;
}

/** The cells from a line on that lie in the columns which it begins; each line that begins at the left begins a row. */
function tableAt<R>(lines: readonly Cell<R>[][], from: number) {
  const head = lines[from]!;
  const columns: Span[] = head.map(({ stretch: { x, right } }) => ({ from: x, to: right }));
  const cells: Cell<R>[] = [];
  let end = from;
  let row = -1;
  const isCounted = columns.length >= COLUMNS_MIN && columns.length <= COLUMNS_MAX;
  if (!isCounted || columns.some(({ from: left }, at) => left < (columns[at - 1]?.to ?? -Infinity)))
    return { cells, columns: columns.length, end };
  for (let above = head[0]!.stretch; end < lines.length; end += 1) {
    const line = lines[end]!;
    const { stretch } = line[0]!;
    if (above.baseline - stretch.baseline > GAP_MAX * above.size || !placeIn(columns, line)) break;
    if (line[0]!.column === 0) row += 1;
    for (const cell of line) cell.row = row;
    cells.push(...line);
    above = stretch;
  }
  return { cells, columns: columns.length, end };
}

/** Whether each cell of a line lies in a column of its own; they then are as wide as that needs. */
function placeIn<R>(columns: Span[], line: readonly Cell<R>[]): boolean {
  if (line.length > columns.length) return false;
  const placed = line.map(({ stretch: { x, right } }) => {
    const over = columns.flatMap(({ from, to }, column) => (x < to && right > from ? [column] : []));
    return over.length === 1 ? over[0]! : -1;
  });
  if (placed.some((column, at) => column === -1 || placed.indexOf(column) !== at)) return false;
  for (const [at, cell] of line.entries()) {
    cell.column = placed[at]!;
    const span = columns[cell.column]!;
    span.from = Math.min(span.from, cell.stretch.x);
    span.to = Math.max(span.to, cell.stretch.right);
  }
  return true;
}

function isOutOfOrder<R>(sorted: readonly Cell<R>[]): boolean {
  return sorted.some(({ order }, at) => at > 0 && order < sorted[at - 1]!.order);
}

/** Text that runs in columns is drawn column by column, too, and is read so. */
function isTable<R>(sorted: readonly Cell<R>[], columns: number): boolean {
  const rows = sorted.at(-1)!.row + 1;
  if (rows < ROWS_MIN || sorted.length < FILLED_MIN * rows * columns) return false;
  const inColumns = sorted.toSorted((a, b) => a.column - b.column || a.row - b.row);
  const byColumn = Map.groupBy(inColumns, ({ column }) => column);
  if ([...byColumn.values()].some((cells) => isRunning(cells.map(({ stretch }) => stretch)))) return false;
  if (wraps(sorted)) return false;
  if (isOutOfOrder(inColumns)) return true;
  const starts = byColumn.get(0)!.map(({ stretch }) => stretch);
  const pitches = starts.slice(1).map((start, at) => (starts[at]!.baseline - start.baseline) / start.size);
  return pitches.every((pitch) => pitch >= PITCH_MIN);
}

/** Whether lines of one cell follow each other in the order of drawing: taken line by line, its sentence would be torn. */
function wraps<R>(cells: readonly Cell<R>[]): boolean {
  const drawn = cells.toSorted((a, b) => a.order - b.order);
  return drawn.some(({ stretch, column, row }, at) => {
    const before = drawn[at - 1];
    if (before?.column !== column || before.row === row) return false;
    const pitch = (before.stretch.baseline - stretch.baseline) / stretch.size;
    return pitch > 0 && pitch < PITCH_MIN;
  });
}
