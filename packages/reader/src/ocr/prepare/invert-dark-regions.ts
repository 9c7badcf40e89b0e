import type { Shape } from "./find-connected-components.ts";
import type { Grey } from "./grey.ts";

const FILL_MIN = 0.55;
const NOISE = 14;
const EDGE = 2;

/** Redraws the words on badges and buttons that are too small, or too noisy, to be found as backgrounds. */
export function invertDarkRegions(evened: Grey, original: Grey, shapes: readonly Shape[], letter: number): void {
  for (const shape of shapes) if (isPlate(shape, letter)) redraw(evened, original, shape);
}

/** A filled box of about a line's height: words never fill theirs so far. */
function isPlate({ left, right, top, bottom, ink }: Shape, letter: number): boolean {
  const [w, h] = [right - left + 1, bottom - top + 1];
  return h >= 1.4 * letter && h <= 5 * letter && w >= 1.5 * h && w <= 60 * letter && ink >= FILL_MIN * w * h;
}

function redraw({ data, width }: Grey, { data: before }: Grey, { left, right, top, bottom }: Shape): void {
  const values: number[] = [];
  for (let y = top; y <= bottom; y += 1) for (let x = left; x <= right; x += 1) values.push(before[y * width + x]!);
  const plate = values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
  let peak = NOISE + 40;
  const isInside = (x: number, y: number) =>
    x >= left + EDGE && x <= right - EDGE && y >= top + EDGE && y <= bottom - EDGE;
  for (let y = top + EDGE; y <= bottom - EDGE; y += 1)
    for (let x = left + EDGE; x <= right - EDGE; x += 1)
      peak = Math.max(peak, Math.abs(before[y * width + x]! - plate));
  for (let y = top; y <= bottom; y += 1)
    for (let x = left; x <= right; x += 1) {
      const at = y * width + x;
      const ink = isInside(x, y) ? Math.max(0, Math.abs(before[at]! - plate) - NOISE) : 0;
      data[at] = 255 - Math.min(255, (ink * 255) / (peak - NOISE));
    }
}
