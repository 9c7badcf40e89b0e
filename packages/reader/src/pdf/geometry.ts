export type Matrix = readonly [number, number, number, number, number, number];

/** An upright rectangle in page units. */
export interface Area {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
export const EVERYWHERE: Area = { x1: -1e9, y1: -1e9, x2: 1e9, y2: 1e9 };

/** First `inner`, then `outer`. */
export function multiply(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer;
  const [g, h, i, j, k, l] = inner;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

/** Back from where a matrix leads; one that has no way back leads nowhere. */
export function invert([a, b, c, d, e, f]: Matrix): Matrix {
  const det = a * d - b * c;
  if (det === 0) return [0, 0, 0, 0, -1, -1];
  return [d / det, -b / det, -c / det, a / det, (c * f - d * e) / det, (b * e - a * f) / det];
}

/** Around a rectangle that a matrix moves, scales or turns. */
export function areaOf([x1 = 0, y1 = 0, x2 = 0, y2 = 0]: readonly number[], [a, b, c, d, e, f]: Matrix): Area {
  const corners = [
    [x1, y1],
    [x1, y2],
    [x2, y1],
    [x2, y2],
  ] as const;
  const xs = corners.map(([x, y]) => a * x + c * y + e);
  const ys = corners.map(([x, y]) => b * x + d * y + f);
  return { x1: Math.min(...xs), y1: Math.min(...ys), x2: Math.max(...xs), y2: Math.max(...ys) };
}

export function intersect(a: Area, b: Area): Area {
  return {
    x1: Math.max(a.x1, b.x1),
    y1: Math.max(a.y1, b.y1),
    x2: Math.min(a.x2, b.x2),
    y2: Math.min(a.y2, b.y2),
  };
}

/** How much of `inner` lies in `outer`, from 0 to 1. */
export function shareWithin(inner: Area, outer: Area): number {
  const { x1, y1, x2, y2 } = intersect(inner, outer);
  const size = (inner.x2 - inner.x1) * (inner.y2 - inner.y1);
  return size <= 0 ? 0 : (Math.max(0, x2 - x1) * Math.max(0, y2 - y1)) / size;
}

/** Whether a path runs along the edges of its own bounds: numbers as pdf.js writes them, an operator before each point. */
export function isRectangle(path: readonly number[], [x1 = 0, y1 = 0, x2 = 0, y2 = 0]: readonly number[]): boolean {
  const near = (a: number, b: number, span: number) => Math.abs(a - b) <= Math.abs(span) * 0.01 + 0.01;
  let points = 0;
  for (let at = 0; at < path.length; ) {
    const operator = path[at];
    if (operator === CLOSE) at += 1;
    else if (operator === MOVE || operator === LINE) {
      const [x = 0, y = 0] = [path[at + 1], path[at + 2]];
      const onSide = near(x, x1, x2 - x1) || near(x, x2, x2 - x1);
      if (!onSide || !(near(y, y1, y2 - y1) || near(y, y2, y2 - y1))) return false;
      points += 1;
      at += 3;
    } else return false;
  }
  return points >= 4 && points <= 5;
}

const [MOVE, LINE, CLOSE] = [0, 1, 4];
