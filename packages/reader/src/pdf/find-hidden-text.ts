import type { HiddenRange } from "../text/marked-text.ts";
import type { FindRanges, RunPosition } from "./run-position.ts";
import type { TracedText } from "./trace-text.ts";

/** What of a run was drawn unseen: it may join strokes of several colours. `null` if everything on the page is seen. */
export function createHiddenTextFinder(traced: readonly TracedText[]): FindRanges | null {
  if (!traced.some((stroke) => stroke.unseen)) return null;
  return (str, position) => {
    const strokes = traced.filter((stroke) => isWithin(stroke, position));
    if (!strokes.some((stroke) => stroke.unseen)) return [];
    if (strokes.every((stroke) => stroke.unseen)) return [[0, str.length]];
    const ranges: HiddenRange[] = [];
    let cursor = 0;
    for (const { text, unseen } of strokes) {
      const start = str.indexOf(text.trim(), cursor);
      if (start < 0) continue;
      cursor = start + text.trim().length;
      if (unseen) ranges.push([start, cursor]);
    }
    return ranges;
  };
}

function isWithin(stroke: TracedText, { x, y, ux, uy, width, size }: RunPosition): boolean {
  const [dx, dy] = [stroke.x - x, stroke.y - y];
  const along = dx * ux + dy * uy;
  const across = dy * ux - dx * uy;
  return Math.abs(across) < size * 0.3 && along > -size * 0.2 && along < Math.max(width - size * 0.1, size * 0.1);
}
