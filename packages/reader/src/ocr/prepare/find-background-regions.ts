import type { Grey } from "./grey.ts";

/** How far a pixel may be from the first one of its area. */
const TOLERANCE = 10;
const AREA_MIN = 400;
const AREA_MAX = 4000;
const NONE = 0;

/** Areas of one colour that text is on. */
export interface Panels {
  /** Brightness of what lies behind each pixel. */
  readonly behind: Uint8Array;
  /** Share of the image that is bare background: high in screenshots and clean pages, low in photographs. */
  readonly share: number;
}

/** Finds backgrounds of one colour: pages, panels, table rows, badges. Letters are too small or too thin to be one. */
export function findBackgroundRegions({ data, width, height }: Grey): Panels {
  const size = width * height;
  const areaMin = Math.min(AREA_MAX, Math.max(AREA_MIN, size * 0.0005));
  const areaSure = size * 0.01;
  const labels = new Int32Array(size);
  const queue = new Int32Array(size);
  const behind = new Uint8Array(size);
  let label = NONE;
  let covered = 0;
  for (let seed = 0; seed < size; seed += 1) {
    if (labels[seed] !== NONE) continue;
    label += 1;
    const of = data[seed]!;
    let [head, tail, sum] = [0, 0, 0];
    let [left, right, top, bottom] = [width, 0, height, 0];
    labels[seed] = label;
    queue[tail++] = seed;
    while (head < tail) {
      const at = queue[head++]!;
      const x = at % width;
      const y = (at - x) / width;
      sum += data[at]!;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      if (y > bottom) bottom = y;
      for (let side = 0; side < 4; side += 1) {
        const next = side === 0 ? at - 1 : side === 1 ? at + 1 : side === 2 ? at - width : at + width;
        if (side === 0 ? x === 0 : side === 1 ? x === width - 1 : next < 0 || next >= size) continue;
        if (labels[next] !== NONE || Math.abs(data[next]! - of) > TOLERANCE) continue;
        labels[next] = label;
        queue[tail++] = next;
      }
    }
    const [w, h] = [right - left + 1, bottom - top + 1];
    const isPanel = tail >= areaSure || (tail >= areaMin && h >= 12 && w >= 1.3 * h && tail >= 0.5 * w * h);
    if (!isPanel) continue;
    covered += tail;
    const mean = Math.max(1, Math.round(sum / tail));
    for (let index = 0; index < tail; index += 1) behind[queue[index]!] = mean;
  }
  spread(behind, queue, width);
  return { behind, share: covered / size };
}

/** Gives each pixel without a background that of the nearest one with it. */
function spread(behind: Uint8Array, queue: Int32Array, width: number): void {
  const size = behind.length;
  let tail = 0;
  for (let at = 0; at < size; at += 1) {
    if (behind[at] === NONE) continue;
    const open =
      (at % width > 0 && behind[at - 1] === NONE) ||
      (at % width < width - 1 && behind[at + 1] === NONE) ||
      (at >= width && behind[at - width] === NONE) ||
      (at + width < size && behind[at + width] === NONE);
    if (open) queue[tail++] = at;
  }
  for (let head = 0; head < tail; head += 1) {
    const at = queue[head]!;
    const x = at % width;
    for (let side = 0; side < 4; side += 1) {
      const next = side === 0 ? at - 1 : side === 1 ? at + 1 : side === 2 ? at - width : at + width;
      if (side === 0 ? x === 0 : side === 1 ? x === width - 1 : next < 0 || next >= size) continue;
      if (behind[next] !== NONE) continue;
      behind[next] = behind[at]!;
      queue[tail++] = next;
    }
  }
}
