import type { Area } from "./geometry.ts";
import { groupLines } from "./group-lines.ts";
import type { Run } from "./split-columns.ts";

/** A cell of a table: its place, how many columns and rows it reaches over, and its words in the order of its lines. */
export interface PageCell<R> {
  readonly row: number;
  readonly column: number;
  readonly columns: number;
  readonly rows: number;
  readonly runs: readonly R[];
}

/** A table of which rows and columns are sure; the cells that hold words, row by row. */
export interface PageTable<R> {
  readonly cells: readonly PageCell<R>[];
  /** Rows at its top that hold headings. */
  readonly headRows: number;
  /** Those of the page that it is made of. */
  readonly taken: readonly R[];
}

/** With two, a form of labels and values looks the same. */
const COLUMNS_MIN = 3;
const COLUMNS_MAX = 60;
const ROWS_MIN = 3;
const ROWS_MAX = 500;
const THICKNESS_MAX = 3;
const LENGTH_MIN = 4;
/** Lines that are drawn cell by cell, or twice, are one. */
const NEAR = 3;
/** Rows of a table have all columns, but for some that are spanned; the boxes of a form do not. */
const FULL_ROWS_MIN = 0.6;
/** Words that cross a line belong to something else. */
const CROSSING_MAX = 0.05;
/** In sizes of the text: where a blank is within words is only about known. */
const SPLIT_MAX = 3;
/** Words of one cell that are nearer than this, in sizes of the text, are one line. */
const IN_LINE = 0.5;
/** More lines that are level with those of other cells in one row are rows without lines between them. */
const LEVEL_LINES_MAX = 3;

/** A line along the page: its place across, and from where to where it goes. */
export interface Rule {
  readonly at: number;
  readonly from: number;
  to: number;
}

/** A run that is written from left to right along the page. */
export interface Word<R> {
  readonly run: R;
  readonly x: number;
  readonly right: number;
  readonly middle: number;
  readonly baseline: number;
  readonly size: number;
}

/** The tables of a page that lines part into cells: `bars` are its thin lines. */
export function findRuledTables<R extends Run>(runs: readonly R[], bars: readonly Area[]): PageTable<R>[] {
  const [across, down] = [joinRules(listRules(bars, "across")), joinRules(listRules(bars, "down"))];
  if (across.length < 2 || down.length < 2) return [];
  return listGrids(across, down).flatMap((grid) => fillGrid(grid, runs) ?? []);
}

/** Thin lines of one direction. */
export function listRules(bars: readonly Area[], direction: "across" | "down"): Rule[] {
  return bars.flatMap(({ x1, y1, x2, y2 }) => {
    const [long, thin] = direction === "across" ? [x2 - x1, y2 - y1] : [y2 - y1, x2 - x1];
    if (long < LENGTH_MIN || thin > THICKNESS_MAX || thin >= long) return [];
    return direction === "across"
      ? [{ at: (y1 + y2) / 2, from: x1, to: x2 }]
      : [{ at: (x1 + x2) / 2, from: y1, to: y2 }];
  });
}

/** Those at one place that touch are one. */
export function joinRules(rules: readonly Rule[]): Rule[] {
  const places = groupNear(rules.map(({ at }) => at));
  const joined: Rule[] = [];
  const byPlace = Map.groupBy(rules, ({ at }) => nearest(places, at));
  for (const [place, those] of byPlace) {
    let last: Rule | null = null;
    for (const { from, to } of those.toSorted((a, b) => a.from - b.from)) {
      if (last && from <= last.to + NEAR) last.to = Math.max(last.to, to);
      else {
        last = { at: places[place]!, from, to };
        joined.push(last);
      }
    }
  }
  return joined;
}

/** One for all that are near to one another, in order. */
function groupNear(values: readonly number[]): number[] {
  const groups: number[] = [];
  let last = -Infinity;
  for (const value of values.toSorted((a, b) => a - b)) {
    if (value - last > NEAR) groups.push(value);
    last = value;
  }
  return groups;
}

function nearest(places: readonly number[], value: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (places[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

interface Grid {
  /** From left to right. */
  readonly xs: readonly number[];
  /** From the top down. */
  readonly ys: readonly number[];
  readonly across: readonly Rule[];
  readonly down: readonly Rule[];
}

/** Lines that meet one another. */
function listGrids(across: readonly Rule[], down: readonly Rule[]): Grid[] {
  const parents = [...across, ...down].map((_, at) => at);
  const rootOf = (at: number): number => {
    let root = at;
    while (parents[root] !== root) root = parents[root] = parents[parents[root]!]!;
    return root;
  };
  for (const [at, { at: y, from, to }] of across.entries())
    for (const [index, { at: x, from: bottom, to: top }] of down.entries())
      if (x >= from - NEAR && x <= to + NEAR && y >= bottom - NEAR && y <= top + NEAR)
        parents[rootOf(at)] = rootOf(across.length + index);
  const byRoot = Map.groupBy(parents.keys(), rootOf);
  return [...byRoot.values()].flatMap((members) => {
    const own = members.flatMap((at) => across[at] ?? []);
    const ownDown = members.flatMap((at) => (at >= across.length ? [down[at - across.length]!] : []));
    if (own.length < 2 || ownDown.length < 2) return [];
    // A table may have no lines around it.
    const xs = groupNear([...ownDown.map(({ at }) => at), ...own.flatMap(({ from, to }) => [from, to])]);
    const ys = groupNear([...own.map(({ at }) => at), ...ownDown.flatMap(({ from, to }) => [from, to])]);
    const isCounted =
      xs.length > COLUMNS_MIN && xs.length <= COLUMNS_MAX + 1 && ys.length > ROWS_MIN && ys.length <= ROWS_MAX + 1;
    return isCounted ? [{ xs, ys: ys.reverse(), across: own, down: ownDown }] : [];
  });
}

interface Space<R> {
  row: number;
  column: number;
  lastRow: number;
  lastColumn: number;
  places: number;
  readonly words: Word<R>[];
}

/** `null` where the lines do not make a table of it. */
function fillGrid<R extends Run>(grid: Grid, runs: readonly R[]): PageTable<R> | null {
  const { xs, ys } = grid;
  const words = wordsIn(grid, runs);
  if (!words || words.length === 0) return null;
  const spaces = listSpaces<R>(grid);
  if (!spaces) return null;
  let crossing = 0;
  const taken = words.map(({ run }) => run);
  for (let word = words.pop(); word; word = words.pop()) {
    const lead = Math.min(word.size / 2, (word.right - word.x) / 2);
    const column = Math.min(nearest(xs, word.x + lead), xs.length - 2);
    const row = ys.findIndex((y, at) => at > 0 && word.middle >= y) - 1;
    const space = spaces[Math.max(0, row)]![column]!;
    const right = xs[space.lastColumn + 1]!;
    const parts = word.right - right > word.size / 2 ? splitAt(word, right) : null;
    if (parts) words.push(parts[1]);
    else if (word.right - right > word.size) crossing += 1;
    space.words.push(parts?.[0] ?? word);
  }
  if (crossing > CROSSING_MAX * taken.length) return null;
  const filled = [...new Set(spaces.flat())].filter((space) => space.words.length > 0);
  if (!isTable(filled, spaces)) return null;
  const cells = filled.map(({ row, column, lastRow, lastColumn, words: own }) => ({
    ...{ row, column, rows: lastRow - row + 1, columns: lastColumn - column + 1 },
    runs: inLines(own),
  }));
  const top = cells.filter(({ row }) => row === 0);
  const isParted = top.some(({ columns }) => columns > 1);
  return {
    taken,
    cells: cells.sort((a, b) => a.row - b.row || a.column - b.column),
    headRows: isParted ? Math.max(2, ...top.map(({ rows }) => rows)) : 1,
  };
}

/** At the blank that is nearest to a line; `null` where none is near. */
function splitAt<R extends Run>(word: Word<R>, x: number): [Word<R>, Word<R>] | null {
  const { run, size } = word;
  const wide = (word.right - word.x) / run.str.length;
  let best: { at: number; off: number } | null = null;
  for (const { index } of run.str.matchAll(/(?<=\S)\s(?=\S)/g)) {
    const off = Math.abs(word.x + (index + 0.5) * wide - x);
    if (off <= SPLIT_MAX * size && (best === null || off < best.off)) best = { at: index, off };
  }
  if (!best) return null;
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = run.transform!;
  const [left, start] = [best.at * wide, (best.at + 1) * wide];
  const first = { ...run, str: run.str.slice(0, best.at), width: left };
  const rest = { ...run, str: run.str.slice(best.at + 1), width: (run.width ?? 0) - start };
  const next = { ...rest, transform: [a, b, c, d, e + start, f] };
  return [
    { ...word, run: first, right: Math.min(word.x + left, x) },
    // Where a blank is, is only about known: the words behind it are behind the line.
    { ...word, run: next, x: Math.max(word.x + start, x) },
  ];
}

/** The words between the lines; `null` where some are not written along the page. */
function wordsIn<R extends Run>({ xs, ys }: Grid, runs: readonly R[]): Word<R>[] | null {
  const words: Word<R>[] = [];
  for (const run of runs) {
    if (!run.transform || run.str.trim() === "") continue;
    const [, , , , x = 0, y = 0] = run.transform;
    const word = wordOf(run);
    const [middle, height] = [x + (run.width ?? 0) / 2, word?.middle ?? y];
    if (height > ys[0]! || height < ys.at(-1)! || middle < xs[0]! || middle > xs.at(-1)!) continue;
    if (!word) return null;
    words.push(word);
  }
  return words;
}

/** `null` of a run that is blank, turned, or written otherwise than from left to right. */
export function wordOf<R extends Run>(run: R): Word<R> | null {
  const [a = 1, b = 0, c = 0, d = 1, x = 0, baseline = 0] = run.transform ?? [];
  const isAlong = a >= 0 && Math.abs(b) <= a * 0.02 && run.dir !== "rtl" && run.dir !== "ttb";
  if (!run.transform || run.str.trim() === "" || !isAlong) return null;
  const size = Math.hypot(c, d) || a || 1;
  return { run, x, right: x + (run.width ?? 0), middle: baseline + size * 0.3, baseline, size };
}

/** By row and column, those that no line parts being one; `null` where one of them is no rectangle, or few rows have all columns. */
function listSpaces<R>({ xs, ys, across, down }: Grid): Space<R>[][] | null {
  const [columns, rows] = [xs.length - 1, ys.length - 1];
  const covers = (rules: readonly Rule[], from: number, to: number) =>
    rules.some((rule) => rule.from <= (from + to) / 2 && rule.to >= (from + to) / 2);
  const downAt = xs.map((x) => down.filter(({ at }) => Math.abs(at - x) <= NEAR));
  const acrossAt = ys.map((y) => across.filter(({ at }) => Math.abs(at - y) <= NEAR));
  const spaces: Space<R>[][] = [];
  let full = 0;
  for (let row = 0; row < rows; row += 1) {
    spaces.push([]);
    let parted = 0;
    for (let column = 0; column < columns; column += 1) {
      const isApart = column === 0 || covers(downAt[column]!, ys[row]!, ys[row + 1]!);
      const isBelow = row > 0 && !covers(acrossAt[row]!, xs[column]!, xs[column + 1]!);
      if (column > 0 && isApart) parted += 1;
      const left = isApart ? null : spaces[row]![column - 1]!;
      const above = isBelow ? spaces[row - 1]![column]! : null;
      if (left && above && left !== above) return null;
      const space = left ?? above ?? { row, column, lastRow: row, lastColumn: column, places: 0, words: [] };
      space.lastRow = row;
      space.lastColumn = Math.max(space.lastColumn, column);
      space.places += 1;
      spaces[row]!.push(space);
    }
    if (parted === columns - 1) full += 1;
  }
  const isWhole = ({ row, column, lastRow, lastColumn, places }: Space<R>) =>
    places === (lastRow - row + 1) * (lastColumn - column + 1);
  return full >= FULL_ROWS_MIN * rows && spaces.flat().every(isWhole) ? spaces : null;
}

function isTable<R>(filled: readonly Space<R>[], spaces: readonly (readonly Space<R>[])[]): boolean {
  const rows = Map.groupBy(filled, ({ row }) => row);
  if (rows.size < ROWS_MIN || new Set(filled.map(({ column }) => column)).size < 2) return false;
  const head = [...new Set(spaces[0]!)];
  const named = head.filter(({ words }) => words.length > 0).length;
  if (named < 2 || named * 2 < head.length) return false;
  return [...rows.values()].every((row) => {
    const levels = row.flatMap(({ words }) => [...new Set(words.map(({ baseline }) => Math.round(baseline)))]);
    const shared = [...Map.groupBy(levels, (level) => level).values()].filter((those) => those.length >= COLUMNS_MIN);
    return shared.length <= LEVEL_LINES_MAX;
  });
}

/** From the top, each line from the left. */
export function inLines<R>(words: readonly Word<R>[]): R[] {
  return groupLines(words, IN_LINE, (word) => word).flatMap((line) => line.map(({ run }) => run));
}
