import type { Area } from "./geometry.ts";
import { groupLines } from "./group-lines.ts";
import { inLines, joinRules, listRules, type PageTable, type Rule, type Word, wordOf } from "./ruled-tables.ts";
import { isRunning, type Run } from "./split-columns.ts";

const COLUMNS_MIN = 3;
const ROWS_MIN = 3;
const LENGTH_MIN = 100;
const SAME_LINE = 0.3;
const EDGE = 4;
/** In sizes of the letters: words of a heading are nearer to one another than headings. */
const WORDS_GAP = 0.5;
/** The same, from the line to the headings over it, from those to the ones over them, and to the first row. */
const ABOVE_MAX = 2;
const HEAD_PITCH_MAX = 2.8;
const FIRST_PITCH_MAX = 4;
/** Lines of one row are nearer to one another than rows, where rows are apart at all. */
const ROW_PITCH_MIN = 1.35;
/** By the least distance: lines that are further apart are of two rows. */
const ROW_APART = 1.25;
const SAME_PITCH = 0.15;
/** To the highest row so far: what is further below is something else. */
const END_PITCH = 1.7;
const HEAD_LINES_MAX = 3;
/** Words of a line in a column of text, and how many lines have words in all columns of it. */
const TEXT_WORDS_MIN = 2;
const PARALLEL_SHARE_MIN = 0.7;

interface Column {
  from: number;
  to: number;
}

interface Placed<R> {
  readonly column: Column;
  readonly words: Word<R>[];
}

interface HeadLine<R> {
  readonly groups: readonly Placed<R>[];
  /** Each is over all columns up to the next one. */
  readonly isOver: boolean;
}

interface BodyLine<R> {
  readonly baseline: number;
  readonly size: number;
  readonly placed: readonly Placed<R>[];
}

/** The tables of a page whose headings have a line below them, with all below that stands under one heading alone. */
export function findHeadedTables<R extends Run>(runs: readonly R[], bars: readonly Area[]): PageTable<R>[] {
  const rules = joinRules(listRules(bars, "across"))
    .filter(({ from, to }) => to - from >= LENGTH_MIN)
    .sort((a, b) => b.at - a.at);
  if (rules.length === 0 || runs.length < COLUMNS_MIN * 2) return [];
  const words = runs.flatMap((run) => wordOf(run) ?? []);
  const taken = new Set<R>();
  return rules.flatMap((rule) => {
    const own = words.filter(({ run, x, right }) => !taken.has(run) && right > rule.from && x < rule.to);
    const table = tableUnder(
      rule,
      groupLines(own, SAME_LINE, (word) => word),
      rules,
    );
    for (const run of table?.taken ?? []) taken.add(run);
    return table ?? [];
  });
}

function tableUnder<R extends Run>(
  rule: Rule,
  lines: readonly Word<R>[][],
  rules: readonly Rule[],
): PageTable<R> | null {
  const below = lines.findIndex(([word]) => word!.baseline < rule.at);
  if (below < 1) return null;
  const columns: Column[] = [];
  const head = readHead(rule, lines.slice(Math.max(0, below - HEAD_LINES_MAX), below).reverse(), columns);
  if (!head || columns.length < COLUMNS_MIN - 1) return null;
  const body = readBody(rule, lines.slice(below), { columns, head: lines[below - 1]![0]! });
  const rows = columns.length < COLUMNS_MIN ? null : rowsOf(body, columns[0]!, within(rule, rules));
  if (!rows || rows.filter((row) => new Set(row.map(({ column }) => column)).size > 1).length < ROWS_MIN) return null;
  return toTable(head, rows, columns);
}

/** The headings, the lowest line first, and the columns that they begin; `null` where they are none. */
function readHead<R extends Run>(rule: Rule, lines: readonly Word<R>[][], columns: Column[]): HeadLine<R>[] | null {
  const head: HeadLine<R>[] = [];
  let last: Word<R> | null = null;
  for (const line of lines) {
    const [first] = line;
    if (!first || !isWithin(rule, line)) break;
    const { size, baseline } = first;
    const pitch = ((last?.baseline ?? baseline) - baseline) / -size;
    if (last ? pitch > HEAD_PITCH_MAX : baseline - rule.at > ABOVE_MAX * size) break;
    const groups = groupWords(line);
    if (groups.length < 2 || groups.filter(isFigure).length * 2 >= groups.length) break;
    const placed = groups.map((words) => ({ words, column: columnFor(columns, words) }));
    const known = placed.flatMap(({ column }) => column ?? []);
    if (new Set(known).size < known.length) break;
    // Of a line over others most columns are known from those.
    if (last && known.length === 0) break;
    head.push({
      groups: placed.map(({ words, column }) => ({ words, column: column ?? addColumn(columns, words) })),
      isOver: last !== null && pitch >= ROW_PITCH_MIN,
    });
    last = first;
  }
  return head.length === 0 ? null : head;
}

/** A figure or a sign is no heading, but a year is. */
function isFigure<R extends Run>(words: readonly Word<R>[]): boolean {
  const text = words.map(({ run }) => run.str).join(" ");
  const isYear = /^\W*(?:[A-Z]{1,3}\W*)?(?:19|20)\d\d(?!\d)/.test(text);
  return !isYear && (!/\p{L}/u.test(text) || (/\d/.test(text) && !/\p{L}{3}/u.test(text)));
}

function groupWords<R>(line: readonly Word<R>[]): Word<R>[][] {
  const groups: Word<R>[][] = [];
  for (const word of line) {
    const last = groups.at(-1)?.at(-1);
    if (last && word.x - last.right < WORDS_GAP * word.size) groups.at(-1)!.push(word);
    else groups.push([word]);
  }
  return groups;
}

/** `undefined` where none is there, or more than one. */
function columnFor<R>(columns: readonly Column[], words: readonly Word<R>[]): Column | undefined {
  const [x, right] = [words[0]!.x, words.at(-1)!.right];
  const over = columns.filter(({ from, to }) => x < to && right > from);
  return over.length === 1 ? over[0] : over[0] && over.find(({ from }) => Math.abs(from - x) <= EDGE);
}

function addColumn<R>(columns: Column[], words: readonly Word<R>[]): Column {
  const column = { from: words[0]!.x, to: words.at(-1)!.right };
  columns.push(column);
  columns.sort((a, b) => a.from - b.from);
  return column;
}

function isWithin<R>({ from, to }: Rule, line: readonly Word<R>[]): boolean {
  return line.every(({ x, right }) => x >= from - EDGE && right <= to + EDGE);
}

/** Lines below each other whose words stand under one heading each. */
function readBody<R>(
  rule: Rule,
  lines: readonly Word<R>[][],
  { columns, head }: { columns: Column[]; head: Word<R> },
): BodyLine<R>[] {
  const body: BodyLine<R>[] = [];
  let above = head;
  let highest = 0;
  for (const line of lines) {
    const [first] = line;
    const { baseline, size } = first!;
    const pitch = (above.baseline - baseline) / size;
    if (!isWithin(rule, line) || pitch > FIRST_PITCH_MAX || (body.length > 1 && pitch > END_PITCH * highest)) break;
    const placed = placeLine(line, columns, body.length === 0);
    if (!placed) break;
    if (body.length > 0) highest = Math.max(highest, pitch);
    body.push({ baseline, size, placed });
    above = first!;
  }
  return body;
}

/** Widens the columns to what stands in them; `null` where words are in none, or in several. */
function placeLine<R>(line: readonly Word<R>[], columns: Column[], isFirst: boolean): Placed<R>[] | null {
  const placed: Placed<R>[] = [];
  for (const words of groupWords(line)) {
    const [x, right] = [words[0]!.x, words.at(-1)!.right];
    const over = columns.filter(({ from, to }) => x < to && right > from);
    if (over.length > 1) return null;
    // The first column often has no heading.
    const column = over[0] ?? (isFirst && right < columns[0]!.from ? addColumn(columns, words) : null);
    if (!column) return null;
    placed.push({ column, words });
  }
  for (const { column, words } of placed) {
    column.from = Math.min(column.from, words[0]!.x);
    column.to = Math.max(column.to, words.at(-1)!.right);
  }
  return placed;
}

/** Where lines part the rows. */
function within({ at, from, to }: Rule, rules: readonly Rule[]): number[] {
  return rules
    .filter((rule) => rule.at < at - EDGE && rule.from <= from + EDGE && rule.to >= to - EDGE)
    .map((rule) => rule.at);
}

/** `null` where nothing says which lines are one row. */
function rowsOf<R extends Run>(
  body: readonly BodyLine<R>[],
  first: Column,
  rules: readonly number[],
): Placed<R>[][] | null {
  if (body.length < ROWS_MIN) return null;
  const pitches = body.slice(1).map(({ baseline, size }, at) => (body[at]!.baseline - baseline) / size);
  const [least, most] = [Math.min(...pitches), Math.max(...pitches)];
  const parted = body.slice(1).map(({ baseline }, at) => rules.some((y) => y < body[at]!.baseline && y > baseline));
  const byRules = parted.filter(Boolean).length >= 0.4 * parted.length;
  const isEven = most - least <= SAME_PITCH * most;
  const isDense = least < ROW_PITCH_MIN;
  if (!byRules && isEven && isDense) {
    // Rows without space between them: each must have a name, and columns of running text look the same.
    if (!body.every(({ placed }) => placed.some(({ column }) => column === first))) return null;
    const byColumn = Map.groupBy(
      body.flatMap(({ placed }) => placed),
      ({ column }) => column,
    );
    const widths = [...byColumn.values()].map((cells) =>
      cells.map(({ words }) => ({ ...words[0]!, right: words.at(-1)!.right })),
    );
    if (widths.some(isRunning)) return null;
  }
  const apart = isDense ? ROW_APART * least : 0;
  const begins = (at: number) => isEven || pitches[at - 1]! >= Math.max(ROW_PITCH_MIN, apart);
  if (!byRules && isDense && (areParallel(body) || areRowsClose(body, begins))) return null;
  const rows: Placed<R>[][] = [];
  for (const [at, { placed }] of body.entries()) {
    if (at === 0 || (byRules ? parted[at - 1] : begins(at))) rows.push([...placed]);
    else rows.at(-1)!.push(...placed);
  }
  return rows;
}

/** Lines that go on a row fill few of its cells; those that fill most are rows of a group. */
function areRowsClose<R>(body: readonly BodyLine<R>[], begins: (at: number) => boolean): boolean {
  const columns = new Set(body.flatMap(({ placed }) => placed.map(({ column }) => column))).size;
  return body.some(({ placed }, at) => at > 0 && !begins(at) && placed.length >= PARALLEL_SHARE_MIN * columns);
}

/** Several columns of text next to one another: their lines have words in all of them. */
function areParallel<R extends Run>(body: readonly BodyLine<R>[]): boolean {
  const placed = body.flatMap((line) => line.placed);
  const byColumn = [...Map.groupBy(placed, ({ column }) => column).values()];
  const isText = (cells: readonly Placed<R>[]) =>
    cells.flatMap(({ words }) => words.flatMap(({ run }) => run.str.trim().split(/\s+/))).length >=
    TEXT_WORDS_MIN * cells.length;
  return placed.length >= PARALLEL_SHARE_MIN * body.length * byColumn.length && byColumn.every(isText);
}

function toTable<R>(head: readonly HeadLine<R>[], rows: readonly Placed<R>[][], columns: Column[]): PageTable<R> {
  const cells: { row: number; column: number; columns: number; rows: number; words: Word<R>[] }[] = [];
  const add = (row: number, { column, words }: Placed<R>, wide = 1) => {
    const at = columns.indexOf(column);
    const same = cells.find((cell) => cell.row === row && cell.column === at);
    if (same) same.words.push(...words);
    else cells.push({ row, column: at, columns: wide, rows: 1, words: [...words] });
  };
  const over = head.filter(({ isOver }) => isOver);
  const [headRows, lowest] = [over.length > 0 ? 2 : 1, over.length > 0 ? 1 : 0];
  for (const { groups, isOver } of head.toReversed())
    for (const [at, group] of groups.entries()) {
      const next = groups[at + 1] ? columns.indexOf(groups[at + 1]!.column) : columns.length;
      add(isOver ? 0 : lowest, group, isOver ? next - columns.indexOf(group.column) : 1);
    }
  // A heading without others below it belongs to both lines.
  const isEmpty = (column: number) => !cells.some((cell) => cell.row === 1 && cell.column === column);
  if (headRows > 1)
    for (const cell of cells) if (cell.row === 0 && cell.columns === 1 && isEmpty(cell.column)) cell.rows = 2;
  for (const [at, row] of rows.entries()) for (const placed of row) add(headRows + at, placed);
  return {
    cells: cells
      .map(({ words, ...cell }) => ({ ...cell, runs: inLines(words) }))
      .sort((a, b) => a.row - b.row || a.column - b.column),
    headRows,
    taken: cells.flatMap(({ words }) => words.map(({ run }) => run)),
  };
}
