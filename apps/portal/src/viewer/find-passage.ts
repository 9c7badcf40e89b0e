import type { Segment } from "@assay/client";
import { locateQuote } from "@assay/contract/locate-quote";

/** A stretch of a segment's text: UTF-16 offsets, [start, end). */
export interface Passage {
  readonly start: number;
  readonly end: number;
}

/** Where the quote is in the chunk that it was taken from; undefined when the chunk or its words are gone. */
export function findPassage(segment: Segment, chunkId: string, quote: string): Passage | undefined {
  const chunk = segment.chunks.find(({ id }) => id === chunkId);
  if (!chunk) return undefined;
  const offset = chunk.startOffset - segment.startOffset;
  const content = segment.text.slice(offset, chunk.endOffset - segment.startOffset);
  const exact = content.indexOf(quote);
  const range = exact === -1 ? locateQuote(content, quote) : { start: exact, end: exact + quote.length };
  return range && { start: offset + range.start, end: offset + range.end };
}
