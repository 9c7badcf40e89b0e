import { type HiddenRange, mergeRanges } from "../text/marked-text.ts";
import type { Area } from "./geometry.ts";
import type { FindRanges } from "./run-position.ts";

/** Above the baseline, by the size of the letters: an underline is lower, the rule of a table higher. */
const LOW = 0.12;
const HIGH = 0.5;
const THICKNESS_MAX = 0.2;
const LENGTH_MIN = 2;
/** Of a page; those that come after are not looked at. */
export const BARS_MAX = 5000;

/** Whether an area may be a line through text. */
export function isBar({ x1, y1, x2, y2 }: Area): boolean {
  const [wide, high] = [x2 - x1, y2 - y1];
  return wide >= LENGTH_MIN && high <= wide && high <= 6;
}

/** Ranges of a run that a line goes through, by whole words; `null` where no line can. */
export function createStruckTextFinder(areas: readonly Area[]): FindRanges | null {
  const bars = areas
    .slice(0, BARS_MAX)
    .map((area) => ({ ...area, middle: (area.y1 + area.y2) / 2 }))
    .sort((a, b) => a.middle - b.middle);
  if (bars.length === 0) return null;
  return (str, run) => {
    const { x, y, ux, uy, width, size } = run;
    if (width <= 0 || ux < 0.99 || Math.abs(uy) > 0.01) return [];
    const first = firstFrom(bars, y + size * LOW);
    const through = bars
      .slice(first, firstFrom(bars, y + size * HIGH, first))
      .filter((bar) => bar.x2 > x && bar.x1 < x + width && bar.y2 - bar.y1 <= size * THICKNESS_MAX)
      .map(({ x1, x2 }): HiddenRange => [((x1 - x) / width) * str.length, ((x2 - x) / width) * str.length]);
    return through.length === 0 ? [] : strikeWords(str, mergeRanges(through));
  };
}

/** The place of the first bar that is not below a height. */
function firstFrom(bars: readonly { readonly middle: number }[], height: number, from = 0): number {
  let [low, high] = [from, bars.length];
  while (low < high) {
    const at = (low + high) >> 1;
    if (bars[at]!.middle < height) low = at + 1;
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
