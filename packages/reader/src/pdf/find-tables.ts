import type { TableRow } from "../formats/cut-tables.ts";

/** A stretch of a page's text that was drawn in one place. */
export interface PlacedText {
  /** In the page's text, [start, end). */
  readonly start: number;
  readonly end: number;
  /** Where it begins and ends along its line, and its line. */
  readonly x: number;
  readonly right: number;
  readonly baseline: number;
  readonly size: number;
}

const SAME_COLUMN = 3;
const SAME_LINE = 0.4;
/** With two, columns of running text look the same. */
const COLUMNS_MIN = 3;
/** Fewer rows under it, and a line of cells is no heading of a table. */
const ROWS_MIN = 3;
/** Of a table that continues: its columns are known. */
const CONTINUED_ROWS_MIN = 2;

/** A table at the foot of a page, which may continue at the top of the next. */
interface OpenTable {
  /** The places of its headings. */
  readonly columns: readonly PlacedText[];
  /** Where its first line is in the text of its page. */
  readonly start: number;
  readonly end: number;
}

export interface FoundTables {
  readonly rows: TableRow[];
  /** The last one, and the place after its last text. */
  readonly last: { readonly table: OpenTable; readonly next: number } | null;
}

/**
 * Rows of tables whose first line holds the headings: text below it that begins, ends or has its middle where a heading
 * does. Cells of several lines belong to the row that their first column began.
 */
export function findTables(texts: readonly PlacedText[]): FoundTables {
  const rows: TableRow[] = [];
  let tables = 0;
  let last: FoundTables["last"] = null;
  for (let at = 0; at < texts.length; ) {
    const head = headAt(texts, at);
    const found = head ? rowsBelow(texts, head.end, head.columns) : { starts: [], end: at };
    if (!head || found.starts.length < ROWS_MIN) {
      at += 1;
      continue;
    }
    tables += 1;
    const starts = [at, ...found.starts];
    // Whether the first line reads like headings is asked where they are needed.
    for (const [index, start] of starts.entries()) {
      const last = (starts[index + 1] ?? found.end) - 1;
      rows.push({ start: texts[start]!.start, end: texts[last]!.end, table: tables, isHeading: false });
    }
    const { columns, end } = head;
    last = { table: { columns, start: texts[at]!.start, end: texts[end - 1]!.end }, next: found.end };
    at = found.end;
  }
  return { rows, last };
}

/** Where rows of an open table stand at the top of the next page; `next` is the place after its last text. */
export function findContinued(
  texts: readonly PlacedText[],
  columns: readonly PlacedText[],
  isAtTop: (text: PlacedText) => boolean,
): { start: number; end: number; next: number } | null {
  for (let at = 0; at < texts.length; at += 1) {
    const { starts, end } = rowsBelow(texts, at, columns);
    if (starts.length >= CONTINUED_ROWS_MIN) return { start: texts[at]!.start, end: texts[end - 1]!.end, next: end };
    if (!isAtTop(texts[at]!)) return null;
  }
  return null;
}

/** A line of at least COLUMNS_MIN texts with room between them, from left to right. */
function headAt(texts: readonly PlacedText[], at: number): { end: number; columns: PlacedText[] } | null {
  const first = texts[at]!;
  const columns = [first];
  let end = at + 1;
  for (; end < texts.length; end += 1) {
    const { x, baseline, size } = texts[end]!;
    if (Math.abs(baseline - first.baseline) > size * SAME_LINE || x <= columns.at(-1)!.right) break;
    columns.push(texts[end]!);
  }
  return columns.length >= COLUMNS_MIN ? { end, columns } : null;
}

/** Where rows begin below the headings, and where the table ends. */
function rowsBelow(texts: readonly PlacedText[], from: number, columns: readonly PlacedText[]) {
  const starts: number[] = [];
  let end = from;
  let before = 0;
  let wide = 0;
  for (let at = from; at < texts.length; at += 1) {
    const column = columns.findIndex((head) => isAligned(head, texts[at]!));
    if (column === -1) break;
    // A row begins where the first column follows another one; text that stays in it is no table.
    if (column === 0 && (before !== 0 || at === from)) starts.push(at);
    if (column > 0) wide = starts.length;
    before = column;
    end = at + 1;
  }
  // Text below the table may begin where its first column does.
  const kept = starts.slice(0, wide);
  return { starts: kept, end: wide < starts.length ? starts[wide]! : end };
}

function isAligned(head: PlacedText, text: PlacedText): boolean {
  const near = (left: number, right: number) => Math.abs(left - right) <= SAME_COLUMN;
  return (
    near(head.x, text.x) || near(head.right, text.right) || near((head.x + head.right) / 2, (text.x + text.right) / 2)
  );
}
