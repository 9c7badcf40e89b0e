export interface Run {
  readonly str: string;
  readonly dir?: string;
  readonly width?: number;
  readonly transform?: readonly number[];
}

interface Place {
  readonly x: number;
  readonly baseline: number;
  readonly size: number;
  right: number;
}

export interface Stretch<R> extends Place {
  readonly runs: R[];
}

const SAME_LINE = 0.3;
const SAME_EDGE = 3;
const WORD_GAP_MAX = 1.5;
const LEADING_MAX = 2.2;
/** Fewer lines, and rows of a table look the same. */
const LINES_MIN = 8;
/** Of the widest line: lines of running text are full but for the last of a paragraph. */
const FULL = 0.8;
const FULL_SHARE_MIN = 0.75;

/** Puts two columns of running text that were drawn line by line across the page one after the other. */
export function splitColumns<R extends Run>(runs: readonly R[]): readonly R[] {
  if (runs.length < 2 * LINES_MIN) return runs;
  const stretches = listStretches(runs);
  if (!stretches) return runs;
  const ordered: Stretch<R>[] = [];
  let isChanged = false;
  for (let at = 0; at < stretches.length; ) {
    const lines = countPairs(stretches, at);
    const both = stretches.slice(at, at + 2 * lines);
    const [left, right] = [both.filter((_, index) => index % 2 === 0), both.filter((_, index) => index % 2 === 1)];
    if (lines < LINES_MIN) {
      ordered.push(stretches[at++]!);
      continue;
    }
    const areColumns = isRunning(left) && isRunning(right);
    ordered.push(...(areColumns ? [...left, ...right] : both));
    isChanged ||= areColumns;
    at += both.length;
  }
  return isChanged ? ordered.flatMap((stretch) => stretch.runs) : runs;
}

/** Runs that follow one another on a line without a gap between columns; null for a page that lies otherwise. */
export function listStretches<R extends Run>(runs: readonly R[]): Stretch<R>[] | null {
  const stretches: Stretch<R>[] = [];
  for (const run of runs) {
    if (!run.transform || run.dir === "rtl" || run.dir === "ttb") return null;
    const [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0] = run.transform;
    if (Math.abs(b) > Math.abs(a) * 0.02) return null;
    const size = Math.hypot(c, d) || Math.abs(a) || 1;
    const last = stretches.at(-1);
    const right = x + (run.width ?? 0);
    if (last && (run.str.trim() === "" || follows(last, { x, y }))) {
      last.runs.push(run);
      if (run.str.trim() !== "") last.right = right;
    } else stretches.push({ runs: [run], x, baseline: y, size, right });
  }
  return stretches;
}

function follows({ baseline, size, right }: Place, { x, y }: { x: number; y: number }): boolean {
  return Math.abs(y - baseline) <= size * SAME_LINE && x - right < size * WORD_GAP_MAX && x - right > -size;
}

/** How many lines from here on have one stretch on the left and one on the right, each below the one before. */
function countPairs(stretches: readonly Place[], from: number): number {
  const [left, right] = [stretches[from], stretches[from + 1]];
  if (!left || !right || right.x <= left.right) return 0;
  let lines = 0;
  for (let at = from; at + 1 < stretches.length; at += 2) {
    const [one, other] = [stretches[at]!, stretches[at + 1]!];
    const before = stretches[at - 2];
    const fall = before && at > from ? before.baseline - one.baseline : 0;
    const isNext = at === from || (fall > 0 && fall <= LEADING_MAX * one.size);
    const isLevel = Math.abs(one.baseline - other.baseline) <= one.size * SAME_LINE;
    const isPlaced = Math.abs(one.x - left.x) <= SAME_EDGE && Math.abs(other.x - right.x) <= SAME_EDGE;
    if (!isNext || !isLevel || !isPlaced || one.right >= other.x) break;
    lines += 1;
  }
  return lines;
}

export function isRunning(column: readonly Place[]): boolean {
  const widths = column.map(({ x, right }) => right - x);
  const widest = Math.max(...widths);
  const full = widths.filter((width) => width >= FULL * widest).length;
  return full >= FULL_SHARE_MIN * column.length && widest >= 12 * (column[0]?.size ?? 1);
}
