import type { TextSegment } from "@assay/core/ports";
import { findWords, wordsPattern } from "./judge-choice.ts";

export type Marking = "marked" | "partly" | "not marked" | "not there";

/** Whether a sentence is marked as crossed out or unseen, where it is read first. */
export function markingOf(segments: readonly TextSegment[], sentence: string): Marking {
  for (const { text, struck, hidden } of segments) {
    const start = findWords(text, sentence);
    if (start < 0) continue;
    const length = new RegExp(wordsPattern(sentence), "u").exec(text.slice(start))![0].length;
    const ranges = [...struck, ...hidden];
    const letters = Array.from({ length }, (_, at) => start + at).filter((at) => /\S/u.test(text[at]!));
    const covered = letters.filter((at) => ranges.some(([from, to]) => from <= at && at < to)).length;
    return covered === letters.length ? "marked" : covered > 0 ? "partly" : "not marked";
  }
  return "not there";
}
