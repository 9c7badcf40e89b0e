import type { Segment, TextSource } from "@assay/client";
import { findPassage, type Passage } from "./find-passage.ts";
import { type Occurrence, occurrenceAt } from "./locate-on-page.ts";

/** What an assessment says of its evidence. */
export interface CitedPassage {
  readonly chunkId: string;
  readonly text: string;
  readonly pageNumber: number | null;
}

/** A citation with what the document's text as it is now says of its place. */
export interface LocatedCitation {
  /** Differs from citation to citation. */
  readonly key: string;
  readonly quote: string;
  readonly pageNumber: number | null;
  /** `null` where the chunk is gone, for instance because the document was read again. */
  readonly segmentIndex: number | null;
  /** The segment's place in words, such as `2 Access > 2.1 Passwords`. */
  readonly location: string | null;
  /** The text of that segment; empty where it is gone. */
  readonly segmentText: string;
  /** OCR: the words of that segment were read from an image, so surely. */
  readonly textSource: TextSource;
  readonly certainty: number | null;
  /** Where the quote is in that segment; `null` where it is not. */
  readonly range: Passage | null;
  /** Which of several equal passages of a PDF page it is. */
  readonly occurrence: Occurrence | undefined;
}

export function keyOfCitation({ chunkId, text }: CitedPassage): string {
  return `${chunkId} ${text}`;
}

export function locateCitation(citation: CitedPassage, segment: Segment | undefined): LocatedCitation {
  const { chunkId, text: quote, pageNumber } = citation;
  const range = segment ? (findPassage(segment, chunkId, quote) ?? null) : null;
  return {
    key: keyOfCitation(citation),
    quote,
    pageNumber,
    segmentIndex: segment?.segmentIndex ?? null,
    location: segment?.location ?? null,
    segmentText: segment?.text ?? "",
    textSource: segment?.textSource ?? "TEXT",
    certainty: segment?.certainty ?? null,
    range,
    occurrence: segment && range ? occurrenceAt(segment.text, quote, range.start) : undefined,
  };
}
