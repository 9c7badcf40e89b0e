/** A stretch of text that is shown in one way. */
export interface TextPiece {
  readonly text: string;
  /** Offset in the text that it was cut from. */
  readonly start: number;
  readonly cited: boolean;
  /** A reader of the original would not see it. */
  readonly hidden: boolean;
  /** The original shows it crossed out. */
  readonly struck: boolean;
  /** A mail quotes it from an earlier one. */
  readonly quoted: boolean;
}

interface TextRange {
  readonly start: number;
  readonly end: number;
}

export interface MarkedRanges {
  readonly cited: TextRange | null;
  readonly hidden: readonly (readonly [number, number])[];
  readonly struck: readonly (readonly [number, number])[];
  readonly quoted: readonly (readonly [number, number])[];
}

/** Cuts `text`, which begins at `offset`, wherever a range begins or ends. */
export function splitAtRanges(text: string, { cited, hidden, struck, quoted }: MarkedRanges, offset = 0): TextPiece[] {
  const end = offset + text.length;
  const marked = [...hidden, ...struck, ...quoted].map(([start, end]) => ({ start, end }));
  const ranges: readonly TextRange[] = [...(cited ? [cited] : []), ...marked];
  const cuts = ranges.flatMap((range) => [range.start, range.end]).filter((cut) => cut > offset && cut < end);
  const starts = [...new Set([offset, ...cuts])].sort((a, b) => a - b);
  return starts
    .map((start, index) => ({
      text: text.slice(start - offset, (starts[index + 1] ?? end) - offset),
      start,
      cited: cited !== null && start >= cited.start && start < cited.end,
      hidden: isWithin(hidden, start),
      struck: isWithin(struck, start),
      quoted: isWithin(quoted, start),
    }))
    .filter((piece) => piece.text !== "");
}

function isWithin(ranges: MarkedRanges["hidden"], at: number): boolean {
  return ranges.some(([start, end]) => at >= start && at < end);
}
