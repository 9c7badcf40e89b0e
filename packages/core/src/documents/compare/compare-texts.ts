import type { TextChange } from "@assay/contract";
import { type ChangeObject, diffArrays } from "diff";

const LINES_MAX = 20_000;
/** The work grows with its square. */
const CHANGED_LINES_MAX = 1_000;

/** A line, or a sentence of one, with the white space after it. */
const PASSAGE = /\s*[^\n]+?(?:[.!?;]["')\]]*[^\S\n]+|\n\s*|$)/g;

export type ComparedTexts = { readonly changes: TextChange[] } | "TOO_LARGE" | "TOO_DIFFERENT";

/** What was removed and added to make one text the other, by passages, white space at their ends aside. */
export async function compareTexts(from: string, to: string): Promise<ComparedTexts> {
  const [before, after] = [splitPassages(from), splitPassages(to)];
  if (Math.max(before.length, after.length) > LINES_MAX) return "TOO_LARGE";
  const trim = (passages: readonly string[]) => passages.map((passage) => passage.trim());
  // With a callback others are served between its steps.
  const parts = await new Promise<ChangeObject<string[]>[] | undefined>((resolve) => {
    diffArrays(trim(before), trim(after), { maxEditLength: CHANGED_LINES_MAX, callback: resolve });
  });
  if (!parts) return "TOO_DIFFERENT";
  const [old, young] = [makeReader(before), makeReader(after)];
  const changes = parts.map(({ added, removed, count }): TextChange => {
    const left = added ? null : old(count);
    const right = removed ? null : young(count);
    const { text } = (right ?? left)!;
    return { kind: added ? "added" : removed ? "removed" : "equal", text, from: offsets(left), to: offsets(right) };
  });
  return { changes };
}

const splitPassages = (text: string): string[] => text.trimEnd().match(PASSAGE) ?? [];

interface Range {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const offsets = (range: Range | null) => range && { start: range.start, end: range.end };

/** Hands out passages in their order. */
function makeReader(passages: readonly string[]): (count: number) => Range {
  let [at, start] = [0, 0];
  return (count) => {
    const text = passages.slice(at, at + count).join("");
    const range = { text, start, end: start + text.length };
    at += count;
    start = range.end;
    return range;
  };
}
