import type { RecognisedWord } from "@assay/client";
import type { Passage } from "../find-passage.ts";

export type Box = RecognisedWord["box"];

/** So much of the lower one's height two words share that stand in one line. */
const OVERLAP_MIN = 0.5;

/** The boxes of a passage of a segment's text: one for each line in which its words stand. */
export function quoteBoxes(words: readonly RecognisedWord[], { start, end }: Passage): Box[] {
  const lines: Box[] = [];
  for (const { box, ...word } of words) {
    if (word.start >= end || word.end <= start) continue;
    const line = lines.at(-1);
    if (line && isSameLine(line, box)) lines[lines.length - 1] = union(line, box);
    else lines.push(box);
  }
  return lines;
}

// Words run in either direction; what begins far from the line so far is a line of another column.
function isSameLine(line: Box, word: Box): boolean {
  const height = Math.min(line.y1 - line.y0, word.y1 - word.y0);
  const shared = Math.min(line.y1, word.y1) - Math.max(line.y0, word.y0);
  const gap = Math.max(word.x0 - line.x1, line.x0 - word.x1);
  return shared >= OVERLAP_MIN * height && gap < 3 * (line.y1 - line.y0);
}

function union(a: Box, b: Box): Box {
  return { x0: Math.min(a.x0, b.x0), y0: Math.min(a.y0, b.y0), x1: Math.max(a.x1, b.x1), y1: Math.max(a.y1, b.y1) };
}
