import type { Trace } from "./trace.ts";

/** Rows that run at the same time stand below each other, up to this many; what is more shares the last place. */
const LANES_MAX = 128;

/** Fills `flameLine`: rows below their parent, and none over another that runs at the same time. Returns the lines. */
export function layOutFlame({ count, parent, size, start, end, flameLine }: Trace): number {
  const height = new Uint32Array(count).fill(1);
  /** Lines between a row and its parent. */
  const offset = new Uint32Array(count);
  for (let row = count - 1; row >= 0; row--) {
    if (size[row] === 1) continue;
    const lanes: { until: number; height: number; rows: number[] }[] = [];
    const last = row + size[row]!;
    for (let child = row + 1; child < last; child += size[child]!) {
      let lane = lanes.find(({ until }) => until <= start[child]!);
      if (!lane) {
        if (lanes.length < LANES_MAX) lanes.push({ until: 0, height: 0, rows: [] });
        lane = lanes.at(-1)!;
      }
      lane.until = Math.max(lane.until, end[child]!);
      lane.height = Math.max(lane.height, height[child]!);
      lane.rows.push(child);
    }
    let line = 1;
    for (const lane of lanes) {
      for (const child of lane.rows) offset[child] = line;
      line += lane.height;
    }
    height[row] = line;
  }
  for (let row = 1; row < count; row++) flameLine[row] = flameLine[parent[row]!]! + offset[row]!;
  return count === 0 ? 0 : height[0]!;
}
