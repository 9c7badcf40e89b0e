import { MODEL, type Trace, WORK } from "./trace.ts";

export const WAITING = 0;

const ROUNDING = 1e-6;
const PRESENT = 1e-3;

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
 * What a row's time within a range was spent on, in stretches of places; the range has `steps` of them at most. Where
 * several share a step, steps are given to each in proportion. Empty where the row lies outside.
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
  const cells = shareCells(coverCells(trace, row, place, { from, to, step }));
  const stretches: Stretch[] = [];
  for (let cell = 0, begin = 0; cell < cells.length; cell++)
    if (cell === cells.length - 1 || cells[cell + 1] !== cells[cell]) {
      stretches.push({ from: from + begin * step, to: Math.min(to, from + (cell + 1) * step), activity: cells[cell]! });
      begin = cell + 1;
    }
  return stretches;
}

interface Cells {
  /** How much of each cell is a model's, and how much is any work: from 0 to 1. */
  readonly model: Float32Array;
  readonly busy: Float32Array;
}

function coverCells(
  { size, start, end, activity }: Trace,
  row: number,
  place: (ms: number) => number,
  { from, to, step }: Range & { readonly step: number },
): Cells {
  const count = Math.max(1, Math.ceil((to - from) / step - ROUNDING));
  const cells = { model: new Float32Array(count), busy: new Float32Array(count) };
  for (let at = row; at < row + size[row]!; at++) {
    if (activity[at] === WAITING) continue;
    const begin = (place(start[at]!) - from) / step;
    const finish = (place(end[at]!) - from) / step;
    if (finish < 0 || begin > count) continue;
    const first = Math.max(0, Math.floor(begin + ROUNDING));
    const last = Math.min(count - 1, Math.max(first, Math.ceil(finish - ROUNDING) - 1));
    for (let cell = first; cell <= last; cell++) {
      // What is shorter than any pixel is there all the same.
      const share = Math.max(PRESENT, Math.min(finish, cell + 1) - Math.max(begin, cell));
      if (activity[at] === MODEL) cells.model[cell]! += share;
      // A call lies within an attempt, whose time holds it.
      if (activity[at] !== MODEL) cells.busy[cell]! += share;
    }
  }
  for (let cell = 0; cell < count; cell++) {
    cells.model[cell] = Math.min(1, cells.model[cell]!);
    cells.busy[cell] = Math.min(1, Math.max(cells.model[cell]!, cells.busy[cell]!));
  }
  return cells;
}

/** Gives each cell to one activity, so that over several cells each has its share; what begins is shown at once. */
function shareCells({ model, busy }: Cells): Uint8Array {
  const given = new Uint8Array(model.length);
  const owed = [0, 0, 0];
  let wasBusy = false;
  for (let cell = 0; cell < given.length; cell++) {
    if (busy[cell] === 0) {
      owed.fill(0);
      wasBusy = false;
      continue;
    }
    const shares = [1 - busy[cell]!, busy[cell]! - model[cell]!, model[cell]!];
    for (let kind = 0; kind < 3; kind++) owed[kind]! += shares[kind]!;
    const most = owed[MODEL]! >= owed[WORK]! ? MODEL : WORK;
    const chosen = wasBusy && owed[WAITING]! > owed[most]! ? WAITING : most;
    owed[chosen]! -= 1;
    given[cell] = chosen;
    wasBusy = true;
  }
  return given;
}
