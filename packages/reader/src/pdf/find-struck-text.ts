import { type HiddenRange, mergeRanges } from "../text/marked-text.ts";
import type { Area } from "./geometry.ts";
import type { FindRanges, RunPosition } from "./run-position.ts";

/** Above the baseline, by the size of the letters: an underline is lower, the rule of a table higher. */
const LOW = 0.12;
const HIGH = 0.5;
const THICKNESS_MAX = 0.2;
const BAR_THICKNESS_MAX = 6;
const LENGTH_MIN = 2;
/** More of them at one height of a line are a shade or a pattern behind it. */
const LINES_MAX = 2;
/** Of a page; those that come after are not looked at. */
export const BARS_MAX = 5000;

/** Whether an area may be a line through text, however that is turned. */
export function isBar({ x1, y1, x2, y2 }: Area): boolean {
  const [wide, high] = [x2 - x1, y2 - y1];
  return Math.max(wide, high) >= LENGTH_MIN && Math.min(wide, high) <= BAR_THICKNESS_MAX;
}

/** A bar as it lies to text of one direction. */
interface Line {
  readonly from: number;
  readonly to: number;
  /** Across the text. */
  readonly middle: number;
  readonly thickness: number;
}

/** Ranges of a run that a line goes through, by whole words; `null` where no line can. */
export function createStruckTextFinder(areas: readonly Area[]): FindRanges | null {
  const bars = areas.slice(0, BARS_MAX);
  if (bars.length === 0) return null;
  const byDirection = new Map<string, Line[]>();
  const linesAlong = ({ ux, uy }: RunPosition): Line[] => {
    const key = `${Math.round(ux)} ${Math.round(uy)}`;
    const lines = byDirection.get(key) ?? turn(bars, Math.round(ux), Math.round(uy));
    byDirection.set(key, lines);
    return lines;
  };
  return (str, run) => {
    const { x, y, ux, uy, width, size } = run;
    if (width <= 0 || Math.max(Math.abs(ux), Math.abs(uy)) < 0.99) return [];
    const [start, baseline] = [x * ux + y * uy, y * ux - x * uy];
    const lines = linesAlong(run);
    const first = firstFrom(lines, baseline + size * LOW);
    const through = lines
      .slice(first, firstFrom(lines, baseline + size * HIGH, first))
      .filter(({ from, to, thickness }) => to > start && from < start + width && thickness <= size * THICKNESS_MAX)
      .map(({ from, to }): HiddenRange => [((from - start) / width) * str.length, ((to - start) / width) * str.length]);
    return through.length === 0 || areMany(through) ? [] : strikeWords(str, mergeRanges(through));
  };
}

function turn(bars: readonly Area[], ux: number, uy: number): Line[] {
  return bars
    .map(({ x1, y1, x2, y2 }) => {
      const along = [x1 * ux + y1 * uy, x2 * ux + y2 * uy];
      const across = [y1 * ux - x1 * uy, y2 * ux - x2 * uy];
      const [low, high] = [Math.min(...across), Math.max(...across)];
      return {
        from: Math.min(...along),
        to: Math.max(...along),
        middle: (low + high) / 2,
        thickness: high - low,
      };
    })
    .filter(({ from, to, thickness }) => thickness <= to - from)
    .sort((a, b) => a.middle - b.middle);
}

/** Whether more lines than cross anything out lie over one place. */
function areMany(ranges: readonly HiddenRange[]): boolean {
  return ranges.some(([at]) => ranges.filter(([from, to]) => from <= at && to > at).length > LINES_MAX);
}

/** The place of the first line that is not below a height. */
function firstFrom(lines: readonly Line[], height: number, from = 0): number {
  let [low, high] = [from, lines.length];
  while (low < high) {
    const at = (low + high) >> 1;
    if (lines[at]!.middle < height) low = at + 1;
    else high = at;
  }
  return low;
}

/** Letters differ in width: a word counts as crossed out where the line covers half of it. */
function strikeWords(str: string, lines: readonly HiddenRange[]): HiddenRange[] {
  const struck: [number, number][] = [];
  let isNext = false;
  for (const { 0: word, index } of str.matchAll(/\S+/g)) {
    const end = index + word.length;
    const covered = lines.reduce((sum, [from, to]) => sum + Math.max(0, Math.min(end, to) - Math.max(index, from)), 0);
    const isStruck = covered * 2 >= word.length;
    if (isStruck && isNext) struck.at(-1)![1] = end;
    else if (isStruck) struck.push([index, end]);
    isNext = isStruck;
  }
  return struck;
}
