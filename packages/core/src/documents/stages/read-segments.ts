import { DocumentError } from "@assay/contract";
import type { Attempt } from "../../jobs/stage.ts";
import type {
  ExtractionSummary,
  PageReading,
  SourceFile,
  TextSegment,
  WholePages,
} from "../../ports/text-extractor.ts";
import type { DocumentServices } from "./open-document.ts";

const BATCH_LENGTH = 100_000;
const BATCH_SEGMENTS = 50;
const PAUSED = Symbol("paused");
/** Of an attempt's time: a reader that computed less than this had no processor, and continues in the next attempt. */
const WORKED_SHARE_MIN = 0.8;
/** Of real time, what counts at least, so that a reader that sleeps comes to its end. */
const SLEEP_SHARE = 0.1;

/** What earlier attempts stored, and how much processor time they took together. */
export interface Extracted {
  readonly segments: number;
  readonly characters: number;
  readonly wholePages: WholePages;
  readonly elapsedMs: number;
  /** The encoding that a person chose. */
  readonly encoding: string | null;
}

export interface Batch {
  readonly segments: readonly TextSegment[];
  readonly pages: readonly PageReading[];
  /** How far whole pages go, from the first one on, with those of earlier batches. */
  readonly wholePages: WholePages;
}

/**
 * Reads a file for one attempt, from the first segment that is not stored. `store` gets segments in batches, so that a
 * crash costs at most one. Returns the summary with the segments left for the caller's own transaction, or the processor time
 * spent when the attempt's time is up and more is to come. Throws EXTRACTION_TIMEOUT past the limit of all attempts
 * together, and for a piece that computes for a whole attempt.
 */
export async function readSegments(
  { extractor, settings }: Pick<DocumentServices, "extractor" | "settings">,
  attempt: Attempt,
  file: SourceFile,
  before: Extracted,
  store: (batch: Batch) => Promise<void>,
): Promise<(ExtractionSummary & { rest: Batch }) | { readonly spentMs: number }> {
  const begunAt = performance.now();
  const { extractionLimitMs, attemptMs, textLengthMax } = settings;
  if (before.elapsedMs > extractionLimitMs)
    throw new DocumentError(
      "EXTRACTION_TIMEOUT",
      `Cannot read the file within ${extractionLimitMs / 60_000} minutes of processor time`,
    );
  const batches = collect(before, store);
  const pause = new AbortController();
  // Until the reader says so it has done nothing: the file was fetched, or waited for a free reader.
  let workedMs = 0;
  const timer = setTimeout(() => pause.abort(PAUSED), attemptMs);
  try {
    const summary = await extractor.extract(file, {
      fromSegment: before.segments,
      wholePages: before.wholePages,
      charactersMax: textLengthMax - before.characters,
      encoding: before.encoding,
      signal: AbortSignal.any([attempt.signal, pause.signal]),
      onSegment: batches.addSegment,
      onPage: batches.addPage,
      onSpent: (spentMs) => {
        workedMs = spentMs;
      },
    });
    return { ...summary, rest: batches.rest() };
  } catch (error) {
    if (error !== PAUSED) throw error;
    const passedMs = performance.now() - begunAt;
    const spentMs = Math.max(workedMs, passedMs * SLEEP_SHARE);
    if ((await batches.flush()) > 0 || spentMs < attemptMs * WORKED_SHARE_MIN) return { spentMs };
    throw new DocumentError(
      "EXTRACTION_TIMEOUT",
      "Cannot read the file because one part of it alone exceeds the time limit",
    );
  } finally {
    clearTimeout(timer);
  }
}

function collect(before: Extracted, store: (batch: Batch) => Promise<void>) {
  let pending: TextSegment[] = [];
  let pages: PageReading[] = [];
  let { segments: next, wholePages } = before;
  let length = 0;
  let stored = 0;
  const flush = async () => {
    const batch = { segments: pending, pages, wholePages };
    [pending, pages, length] = [[], [], 0];
    if (batch.segments.length > 0 || batch.pages.length > 0) await store(batch);
    stored += batch.segments.length;
    return stored;
  };
  return {
    async addSegment(segment: TextSegment): Promise<void> {
      pending.push(segment);
      next = segment.index + 1;
      length += segment.text.length;
      if (pending.length >= BATCH_SEGMENTS || length >= BATCH_LENGTH) await flush();
    },
    async addPage(page: PageReading): Promise<void> {
      pages.push(page);
      wholePages = { pages: page.index + 1, segments: next };
    },
    /** Returns how many segments this attempt has stored. */
    flush,
    rest: (): Batch => ({ segments: pending, pages, wholePages }),
  };
}
