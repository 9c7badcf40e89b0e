import { MODEL, type Trace } from "./trace.ts";

/** A span counts towards as many rows above it; a chain that is deeper says nothing to anybody. */
const LEVELS_MAX = 256;

/** Fills `own`, `model` and `work`. `byStart` holds the rows in the order in which they began. Returns the idle times. */
export function measureTimes(trace: Trace, byStart: Uint32Array): Float64Array {
  const { count, parent, start, end, activity, own, model, work } = trace;
  const children = makeUnion(trace, new Float64Array(count));
  const busy = makeUnion(trace, work);
  const asking = makeUnion(trace, model);
  const idle: number[] = [];
  for (const row of byStart) {
    if (row > 0) children(parent[row]!, row);
    if (activity[row] === 0) continue;
    for (let above = row, level = 0; above >= 0 && level < LEVELS_MAX; above = parent[above]!, level++) {
      const gapFrom = busy(above, row);
      if (above === 0 && gapFrom < start[row]!) idle.push(gapFrom, start[row]!);
      if (activity[row] === MODEL) asking(above, row);
    }
  }
  const lastBusy = busy(0, 0);
  if (count > 0 && lastBusy < end[0]!) idle.push(lastBusy, end[0]!);
  for (let row = 0; row < count; row++) {
    own[row] = end[row]! - start[row]! - children.covered[row]!;
    work[row] = Math.max(0, work[row]! - model[row]!);
  }
  return Float64Array.from(idle);
}

interface Union {
  /** Adds the time of `by` to what is covered of `row`. Returns until when it was covered before. */
  (row: number, by: number): number;
  readonly covered: Float64Array;
}

/** How much of each row is covered, given what covers it in the order in which it begins. */
function makeUnion({ count, start, end, activity }: Trace, covered: Float64Array): Union {
  const until = new Float64Array(count);
  for (let row = 0; row < count; row++) until[row] = start[row]!;
  const add = (row: number, by: number): number => {
    const before = until[row]!;
    if (by === row && activity[row] === 0) return before;
    const from = Math.max(before, start[by]!);
    const to = Math.min(end[by]!, end[row]!);
    if (to > from) {
      covered[row]! += to - from;
      until[row] = to;
    }
    return before;
  };
  return Object.assign(add, { covered });
}
