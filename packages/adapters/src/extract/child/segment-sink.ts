import { SEGMENT_LENGTH_MAX } from "@assay/core/ports";
import { type FromChild, SEGMENTS_AHEAD_MAX } from "../messages.ts";
import type { MarkedText } from "../text/marked-text.ts";
import { splitText } from "../text/split-text.ts";
import { ExtractionFailure } from "./extraction-failure.ts";

const PROGRESS_EVERY_MS = 500;

export interface Piece {
  readonly pageNumber?: number;
  readonly location?: string | null;
  readonly context?: string | null;
  readonly content: MarkedText;
}

export interface SegmentSink {
  /** Segments counted so far, the ones not sent included. */
  readonly count: number;
  readonly fromSegment: number;
  /** Whether any piece so far held text. */
  readonly hasText: boolean;
  /** Sends a piece as one or more segments; waits while the parent is behind. */
  write(piece: Piece): Promise<void>;
  /** Counts a segment that an earlier call has stored. */
  skip(): void;
  /** Tells the parent that work goes on, where segments are far apart. */
  progress(): void;
  acknowledge(): void;
}

export function createSegmentSink(
  { fromSegment, charactersMax }: { fromSegment: number; charactersMax: number },
  send: (message: FromChild) => void,
): SegmentSink {
  let count = 0;
  let hasText = false;
  let charactersLeft = charactersMax;
  let ahead = 0;
  let lastSign = performance.now();
  let resume: (() => void) | null = null;

  const sign = (message: FromChild) => {
    lastSign = performance.now();
    send(message);
  };
  return {
    get count() {
      return count;
    },
    fromSegment,
    get hasText() {
      return hasText;
    },
    async write({ pageNumber = null, location = null, context = null, content }) {
      for (const { text, hidden } of splitText(content, SEGMENT_LENGTH_MAX)) {
        hasText ||= text !== "";
        const index = count++;
        if (index < fromSegment) continue;
        charactersLeft -= text.length;
        if (charactersLeft < 0) throw tooManyCharacters(charactersMax);
        sign({ type: "segment", segment: { index, pageNumber, location, context, text, hidden } });
        ahead += 1;
        if (ahead >= SEGMENTS_AHEAD_MAX) await new Promise<void>((resolve) => (resume = resolve));
      }
    },
    skip() {
      count += 1;
      this.progress();
    },
    progress() {
      if (performance.now() - lastSign > PROGRESS_EVERY_MS) sign({ type: "progress" });
    },
    acknowledge() {
      ahead -= 1;
      resume?.();
      resume = null;
    },
  };
}

function tooManyCharacters(charactersMax: number): ExtractionFailure {
  return new ExtractionFailure(
    "EXTRACTION_LIMIT_EXCEEDED",
    `Cannot read the file as its text is too long: at most ${charactersMax} characters are allowed`,
  );
}
