/** A path that is being drawn. */
export interface Path {
  /** `[x1, y1, x2, y2]`, of a curve those of its control points. */
  readonly bounds: readonly number[];
  readonly points: number;
  readonly isCurved: boolean;
  /** Straight pieces and rectangles, each as `[x1, y1, x2, y2]`; the first ones of a long path. */
  readonly pieces: readonly (readonly number[])[];
  /** By the name of an operator; those of other kinds add nothing. */
  add(operator: string, args: readonly number[]): void;
}

const PIECES_MAX = 200;

/** An empty path. */
export function createPath(): Path {
  const bounds = [Infinity, Infinity, -Infinity, -Infinity] as [number, number, number, number];
  let points = 0;
  let isCurved = false;
  const pieces: number[][] = [];
  let from: readonly [number, number] = [0, 0];
  const note = (x: number, y: number) => {
    points += 1;
    bounds[0] = Math.min(bounds[0], x);
    bounds[1] = Math.min(bounds[1], y);
    bounds[2] = Math.max(bounds[2], x);
    bounds[3] = Math.max(bounds[3], y);
  };
  return {
    bounds,
    get points() {
      return points;
    },
    pieces,
    get isCurved() {
      return isCurved;
    },
    add(operator, args) {
      switch (operator) {
        case "moveTo":
        case "lineTo": {
          const [x, y] = [args[0]!, args[1]!];
          note(x, y);
          if (operator === "lineTo" && pieces.length < PIECES_MAX) pieces.push([...from, x, y]);
          from = [x, y];
          break;
        }
        case "rectangle":
          if (pieces.length < PIECES_MAX) pieces.push([args[0]!, args[1]!, args[0]! + args[2]!, args[1]! + args[3]!]);
          note(args[0]!, args[1]!);
          note(args[0]! + args[2]!, args[1]! + args[3]!);
          break;
        case "curveTo":
        case "curveTo2":
        case "curveTo3":
          isCurved = true;
          for (let at = 0; at < args.length; at += 2) note(args[at]!, args[at + 1]!);
          break;
      }
    },
  };
}
