import type { PdfAnnotation } from "./form-parts.ts";
import type { Area } from "./geometry.ts";
import { isUnseen } from "./list-annotation-lines.ts";

/** A mark's middle, as of the line that a viewer draws: the box of its letters reaches below the baseline. */
const MIDDLE = 0.45;

/** Where a reader crossed out text with a mark of the viewer's, as lines through it. */
export function listStruckAreas(annotations: readonly PdfAnnotation[]): Area[] {
  return annotations
    .filter((annotation) => annotation.subtype === "StrikeOut" && !isUnseen(annotation))
    .flatMap(listMarkLines);
}

/** A mark on text as lines through the letters that it is on; none of an annotation that marks no text. */
export function listMarkLines({ quadPoints }: PdfAnnotation): Area[] {
  const numbers = Array.from(quadPoints ?? []);
  return Array.from({ length: Math.floor(numbers.length / 8) }, (_, at) => {
    const corners = numbers.slice(at * 8, at * 8 + 8);
    const [xs, ys] = [0, 1].map((axis) => corners.filter((_, place) => place % 2 === axis)) as [number[], number[]];
    const low = Math.min(...ys);
    const y = low + (Math.max(...ys) - low) * MIDDLE;
    return { x1: Math.min(...xs), x2: Math.max(...xs), y1: y, y2: y };
  });
}
