import type { FlaggedRange } from "@assay/db";

/** Characters that take no room: a blank in their place would part a word. */
const TAKES_NO_ROOM = /^[\p{Default_Ignorable_Code_Point}]+$/u;

/**
 * A text with blanks in place of what is no evidence in it: hidden, crossed out, quoted history, or addressing a model. As long as it
 * was, so that a place in one is the same place in the other.
 */
export function countedText(text: string, flagged: readonly Pick<FlaggedRange, "start" | "end">[]): string {
  let counted = text;
  for (const { start, end } of flagged) {
    const words = text.slice(start, end);
    const blanks = TAKES_NO_ROOM.test(words) ? "\u200b".repeat(words.length) : words.replace(/[^\n]/g, " ");
    counted = counted.slice(0, start) + blanks + counted.slice(start + words.length);
  }
  return counted;
}

/** The same of a segment, which keeps its ranges by what they are. */
export function countedSegment({ text, hidden, struck, quoted = [] }: MarkedSegment): string {
  return countedText(
    text,
    [...hidden, ...struck, ...quoted].map(([start, end]) => ({ start, end })),
  );
}

export interface MarkedSegment {
  readonly text: string;
  readonly hidden: readonly (readonly [number, number])[];
  readonly struck: readonly (readonly [number, number])[];
  /** Of a mail: what it quotes from earlier ones. */
  readonly quoted?: readonly (readonly [number, number])[];
}
