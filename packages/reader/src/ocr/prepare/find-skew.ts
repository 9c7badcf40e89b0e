import type { Shape } from "./find-connected-components.ts";

const ANGLE_MAX = 12;
const COARSE = 0.5;
const FINE = 0.1;
const SHAPES_MIN = 40;
const SHAPES_USED = 6000;

/**
 * Returns by how many degrees clockwise an image must be turned so that its lines lie level; 0 where that cannot be
 * told. Lines are level when the feet of the letters fall together.
 */
export function findSkew(shapes: readonly Shape[], letter: number): number {
  const feet = feetOf(shapes, letter);
  if (feet.length < SHAPES_MIN) return 0;
  const bin = Math.max(1, letter / 4);
  const best = (from: number, to: number, step: number) => {
    let found = { angle: 0, score: -1 };
    for (let angle = from; angle <= to + step / 2; angle += step) {
      const score = sharpness(feet, angle, bin);
      if (score > found.score) found = { angle, score };
    }
    return found;
  };
  const coarse = best(-ANGLE_MAX, ANGLE_MAX, COARSE);
  const fine = best(coarse.angle - COARSE, coarse.angle + COARSE, FINE);
  // Level already, or not much better elsewhere.
  if (Math.abs(fine.angle) < 0.3 || fine.score < 1.15 * sharpness(feet, 0, bin)) return 0;
  return Math.round(fine.angle * 10) / 10;
}

/** How much more letters stand in rows than in columns: above 1 the lines run across, below 1 up or down. */
export function rowsAgainstColumns(shapes: readonly Shape[], letter: number): number {
  const feet = feetOf(shapes, letter);
  if (feet.length < SHAPES_MIN) return 1;
  const bin = Math.max(1, letter / 4);
  const sides = feet.map(({ x, y }) => ({ x: y, y: x }));
  return sharpness(feet, 0, bin) / Math.max(1e-9, sharpness(sides, 0, bin));
}

interface Point {
  readonly x: number;
  readonly y: number;
}

function feetOf(shapes: readonly Shape[], letter: number): Point[] {
  const letters = shapes.filter(({ top, bottom, left, right }) => {
    const [h, w] = [bottom - top + 1, right - left + 1];
    return h >= letter * 0.6 && h <= letter * 2.2 && w <= letter * 3;
  });
  const every = Math.max(1, Math.floor(letters.length / SHAPES_USED));
  return letters
    .filter((_, index) => index % every === 0)
    .map(({ left, right, bottom }) => ({ x: (left + right) / 2, y: bottom }));
}

function sharpness(points: readonly Point[], degrees: number, bin: number): number {
  const radians = (degrees * Math.PI) / 180;
  const [sin, cos] = [Math.sin(radians), Math.cos(radians)];
  const counts = new Map<number, number>();
  for (const { x, y } of points) {
    const row = Math.round((x * sin + y * cos) / bin);
    counts.set(row, (counts.get(row) ?? 0) + 1);
  }
  let sum = 0;
  for (const count of counts.values()) sum += count * count;
  return sum / points.length;
}
