import type { Trace } from "./trace.ts";

export const WAITING = 0;

const ROUNDING = 1e-6;

export interface Stretch {
  readonly from: number;
  readonly to: number;
  /** MODEL, WORK or WAITING. */
  readonly activity: number;
}

/** What is shown of the time axis, as places. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * What a row's time within a range was spent on, in stretches of places; the range has `steps` of them at most. A
 * model's call wins over other work, and work over waiting. Empty where the row lies outside.
 */
export function stretchesOf(
  trace: Trace,
  row: number,
  place: (ms: number) => number,
  range: Range,
  steps: number,
): readonly Stretch[] {
  const { size, start, end, activity } = trace;
  const from = Math.max(range.from, place(start[row]!));
  const to = Math.min(range.to, place(end[row]!));
  if (to < from) return [];
  if (size[row] === 1) return [{ from, to, activity: activity[row]! }];
  const step = (range.to - range.from) / steps;
  const cells = new Uint8Array(Math.max(1, Math.ceil((to - from) / step)));
  for (let at = row; at < row + size[row]!; at++) {
    const kind = activity[at]!;
    if (kind === 0) continue;
    const first = Math.floor((place(start[at]!) - from) / step + ROUNDING);
    const last = Math.max(first, Math.ceil((place(end[at]!) - from) / step - ROUNDING) - 1);
    for (let cell = Math.max(0, first); cell <= last && cell < cells.length; cell++)
      if (cells[cell]! < kind) cells[cell] = kind;
  }
  const stretches: Stretch[] = [];
  for (let cell = 0, begin = 0; cell < cells.length; cell++)
    if (cell === cells.length - 1 || cells[cell + 1] !== cells[cell]) {
      stretches.push({ from: from + begin * step, to: Math.min(to, from + (cell + 1) * step), activity: cells[cell]! });
      begin = cell + 1;
    }
  return stretches;
}
