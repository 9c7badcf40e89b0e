import type { PageState } from "@assay/contract";
import { type ReadingWarning, SEGMENT_LENGTH_MAX } from "@assay/contract";
import type { PageReading } from "../extraction.ts";
import { BATCHES_AHEAD_MAX, type Batch, type ExtractJob, type FromChild } from "../messages.ts";
import { type MarkedText, markText } from "../text/marked-text.ts";
import { splitText } from "../text/split-text.ts";
import { ExtractionFailure } from "./extraction-failure.ts";

const PROGRESS_EVERY_MS = 500;
const BATCH_MESSAGES_MAX = 32;
const BATCH_CHARACTERS_MAX = 64 * 1024;
/** A segment waits no longer for others once the next is written. */
const BATCH_AGE_MAX_MS = 50;
const WARNINGS_MAX = 20;
const WARNING_LENGTH_MAX = 300;

export interface Piece {
  readonly kind?: "COMMENT";
  readonly pageNumber?: number;
  readonly location?: string | null;
  readonly context?: string | null;
  readonly content: MarkedText;
}

interface PageNote {
  readonly pageNumber?: number;
  readonly label?: string | null;
  readonly state: PageState;
  readonly reason?: string | null;
  readonly picture?: PageReading["picture"];
}

export interface SegmentSink {
  /** Segments counted so far, the ones not sent included. */
  readonly count: number;
  /** Whether any piece so far held text of its own, not only comments. */
  readonly hasText: boolean;
  /** Sends a piece as one or more segments; waits while the parent is behind. */
  write(piece: Piece): Promise<void>;
  /** Tells what was read of the next page; its segments were written before. Returns its index. */
  page(page: PageNote): number;
  /** Counts the pages that earlier calls stored whole; returns how many. To be called first, if at all. */
  passStored(): number;
  /** How many of the pages told so far were read, whole or in part. */
  readonly pagesWithText: number;
  /** Tells the parent that work continues, where segments are far apart. */
  progress(): void;
  /** False where files inside ended an earlier process: they are not looked into again. */
  readonly opensFiles: boolean;
  /** Tells the parent that files inside are looked into from now on, or no more. */
  files(open: boolean): void;
  acknowledge(): void;
  /** Tells the parent how the job went, after all that was written. */
  end(...verdict: FromChild[]): void;
  /** Notes what the reader of the document must know and what is no part of its text. */
  warn(warning: ReadingWarning): void;
  readonly warnings: readonly ReadingWarning[];
}

type SinkOptions = Pick<ExtractJob, "fromSegment" | "wholePages" | "charactersMax" | "opensFiles">;

export function createSegmentSink(
  { fromSegment, wholePages, charactersMax, opensFiles }: SinkOptions,
  send: (batch: Batch) => void,
): SegmentSink {
  const warnings: ReadingWarning[] = [];
  let count = 0;
  let pages = 0;
  let pagesWithText = 0;
  let hasText = false;
  let charactersLeft = charactersMax;
  let ahead = 0;
  let lastSign = performance.now();
  let resume: (() => void) | null = null;

  let waiting: FromChild[] = [];
  let charactersWaiting = 0;

  /** Sends what waits, and `last` with it. */
  const flush = (...last: FromChild[]) => {
    lastSign = performance.now();
    if (waiting.some(({ type }) => type === "segment")) ahead += 1;
    const batch = [...waiting, ...last];
    [waiting, charactersWaiting] = [[], 0];
    send(batch);
  };
  const isBatchFull = () =>
    waiting.length >= BATCH_MESSAGES_MAX ||
    charactersWaiting >= BATCH_CHARACTERS_MAX ||
    performance.now() - lastSign > BATCH_AGE_MAX_MS;
  return {
    get count() {
      return count;
    },
    get pagesWithText() {
      return pagesWithText;
    },
    get hasText() {
      return hasText;
    },
    async write({ kind, pageNumber = null, location = null, context = null, content }) {
      for (const { text, hidden, struck, quoted } of splitText(content, SEGMENT_LENGTH_MAX)) {
        hasText ||= text !== "" && kind === undefined;
        const index = count++;
        if (index < fromSegment) continue;
        charactersLeft -= text.length;
        if (charactersLeft < 0) throw tooManyCharacters(charactersMax);
        const marks = { hidden, struck, ...(quoted?.length && { quoted }), ...(kind && { kind }) };
        waiting.push({ type: "segment", segment: { index, pageNumber, location, context, text, ...marks } });
        charactersWaiting += text.length;
        if (isBatchFull()) flush();
        if (ahead >= BATCHES_AHEAD_MAX) await new Promise<void>((resolve) => (resume = resolve));
      }
    },
    page({ pageNumber = null, label = null, state, reason = null, picture = null }) {
      const index = pages++;
      if (state === "TEXT" || state === "MIXED") pagesWithText += 1;
      waiting.push({ type: "page", page: { index, pageNumber, label, state, reason, picture } });
      if (isBatchFull()) flush();
      return index;
    },
    passStored() {
      pages = wholePages.pages;
      count = wholePages.segments;
      return pages;
    },
    progress() {
      if (performance.now() - lastSign > PROGRESS_EVERY_MS) flush({ type: "progress" });
    },
    warn({ code, message }) {
      const text = markText(message.slice(0, WARNING_LENGTH_MAX)).text;
      if (warnings.length < WARNINGS_MAX) warnings.push({ code, message: text });
    },
    warnings,
    opensFiles,
    files(open) {
      flush({ type: "files", open });
    },
    acknowledge() {
      ahead -= 1;
      resume?.();
      resume = null;
    },
    end(...verdict) {
      if (waiting.length > 0) flush();
      flush(...verdict);
    },
  };
}

function tooManyCharacters(charactersMax: number): ExtractionFailure {
  return new ExtractionFailure(
    "EXTRACTION_LIMIT_EXCEEDED",
    `Cannot read the file because its text is too long: at most ${charactersMax} characters are allowed`,
  );
}
