import type { Grey } from "./grey.ts";

const INK_BELOW = 190;

/** A connected piece of ink. */
export interface Shape {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** How many pixels of ink. */
  readonly ink: number;
}

/** Returns the connected pieces of ink of an image; `erase` names those that are to become white. */
export function findConnectedComponents({ data, width, height }: Grey, erase?: (shape: Shape) => boolean): Shape[] {
  const size = width * height;
  const seen = new Uint8Array(size);
  const queue = new Int32Array(size);
  const shapes: Shape[] = [];
  for (let seed = 0; seed < size; seed += 1) {
    if (seen[seed] || data[seed]! >= INK_BELOW) continue;
    let [head, tail] = [0, 0];
    let [left, right, top, bottom] = [width, 0, height, 0];
    seen[seed] = 1;
    queue[tail++] = seed;
    while (head < tail) {
      const at = queue[head++]!;
      const x = at % width;
      const y = (at - x) / width;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      if (y > bottom) bottom = y;
      for (let dy = -1; dy <= 1; dy += 1) {
        if (y + dy < 0 || y + dy >= height) continue;
        for (let dx = -1; dx <= 1; dx += 1) {
          if (x + dx < 0 || x + dx >= width) continue;
          const next = at + dy * width + dx;
          if (seen[next] || data[next]! >= INK_BELOW) continue;
          seen[next] = 1;
          queue[tail++] = next;
        }
      }
    }
    const shape = { left, top, right, bottom, ink: tail };
    if (erase?.(shape)) {
      for (let index = 0; index < tail; index += 1) whiten(data, queue[index]!, width, height);
    } else shapes.push(shape);
  }
  return shapes;
}

/** With its soft edge. */
function whiten(data: Uint8Array, at: number, width: number, height: number): void {
  const x = at % width;
  const y = (at - x) / width;
  for (let dy = -1; dy <= 1; dy += 1)
    for (let dx = -1; dx <= 1; dx += 1)
      if (x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height) data[at + dy * width + dx] = 255;
}

/** Returns the middle height of what may be letters, which lies between that of small and capital ones; 0 for none. */
export function letterHeight(shapes: readonly Shape[]): number {
  const heights = shapes
    .map(({ left, right, top, bottom }) => ({ w: right - left + 1, h: bottom - top + 1 }))
    .filter(({ w, h }) => h >= 4 && h <= 160 && w <= 3 * h && w >= 1)
    .map(({ h }) => h)
    .toSorted((a, b) => a - b);
  return heights[Math.floor(heights.length / 2)] ?? 0;
}
