import { MARK, MODEL, type Trace } from "./trace.ts";

export interface Running {
  /** How many calls of a model, and how much other work, run in each cell of the axis. */
  readonly model: Float32Array;
  readonly work: Float32Array;
  readonly errors: Uint8Array;
  readonly found: Uint8Array;
  readonly most: number;
}

/** How busy the run was over the whole axis, in `cells` cells. */
export function countRunning(trace: Trace, place: (ms: number) => number, cells: number, found?: Uint8Array): Running {
  const model = new Float32Array(cells + 1);
  const work = new Float32Array(cells + 1);
  const errors = new Uint8Array(cells);
  const foundIn = new Uint8Array(cells);
  const cellOf = (ms: number) => Math.min(cells - 1, Math.floor(place(ms) * cells));
  for (let row = 0; row < trace.count; row++) {
    const first = cellOf(trace.start[row]!);
    if (found?.[row]) foundIn[first] = 1;
    if (trace.marks[row]! & MARK.ERROR && trace.size[row] === 1) errors[cellOf(trace.end[row]!)] = 1;
    const kind = trace.activity[row]!;
    if (kind === 0 || (kind !== MODEL && trace.size[row]! > 1)) continue;
    const counts = kind === MODEL ? model : work;
    counts[first]! += 1;
    counts[cellOf(trace.end[row]!) + 1]! -= 1;
  }
  let most = 1;
  for (let cell = 0; cell < cells; cell++) {
    if (cell > 0) {
      model[cell]! += model[cell - 1]!;
      work[cell]! += work[cell - 1]!;
    }
    most = Math.max(most, model[cell]! + work[cell]!);
  }
  return { model: model.subarray(0, cells), work: work.subarray(0, cells), errors, found: foundIn, most };
}
