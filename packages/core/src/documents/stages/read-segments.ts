import { DocumentError } from "@assay/contract";
import type { Attempt } from "../../jobs/stage.ts";
import type { ExtractionSummary, SourceFile, TextSegment } from "../../ports/text-extractor.ts";
import type { DocumentServices } from "./open-document.ts";

const BATCH_LENGTH = 100_000;
const BATCH_SEGMENTS = 50;
const PAUSED = Symbol("paused");

/** What earlier attempts stored, and how long they took together. */
export interface Extracted {
  readonly segments: number;
  readonly characters: number;
  readonly elapsedMs: number;
}

/**
 * Reads a file for one attempt, from the first segment that is not stored. `store` gets segments in batches, so that a
 * crash costs at most one. Returns the summary with the segments left for the caller's own transaction, or the time spent
 * when the attempt's time is up and more is to come. Throws EXTRACTION_TIMEOUT past the limit of all attempts together, and
 * for a piece that takes a whole attempt.
 */
export async function readSegments(
  { extractor, settings }: Pick<DocumentServices, "extractor" | "settings">,
  attempt: Attempt,
  file: SourceFile,
  before: Extracted,
  store: (batch: readonly TextSegment[]) => Promise<void>,
): Promise<(ExtractionSummary & { rest: readonly TextSegment[] }) | { readonly spentMs: number }> {
  const begunAt = performance.now();
  const { extractionLimitMs, attemptMs, textLengthMax } = settings;
  if (before.elapsedMs > extractionLimitMs)
    throw new DocumentError("EXTRACTION_TIMEOUT", `Cannot read the file within ${extractionLimitMs / 60_000} minutes`);
  const batches = collect(store);
  const pause = new AbortController();
  const timer = setTimeout(() => pause.abort(PAUSED), attemptMs);
  try {
    const summary = await extractor.extract(file, {
      fromSegment: before.segments,
      charactersMax: textLengthMax - before.characters,
      signal: AbortSignal.any([attempt.signal, pause.signal]),
      onSegment: batches.add,
    });
    return { ...summary, rest: batches.rest() };
  } catch (error) {
    if (error !== PAUSED) throw error;
    if ((await batches.flush()) > 0) return { spentMs: performance.now() - begunAt };
    throw new DocumentError(
      "EXTRACTION_TIMEOUT",
      "Cannot read the file because one part of it alone exceeds the time limit",
    );
  } finally {
    clearTimeout(timer);
  }
}

function collect(store: (batch: readonly TextSegment[]) => Promise<void>) {
  let pending: TextSegment[] = [];
  let length = 0;
  let stored = 0;
  const flush = async () => {
    const batch = pending;
    [pending, length] = [[], 0];
    if (batch.length > 0) await store(batch);
    stored += batch.length;
    return stored;
  };
  return {
    async add(segment: TextSegment): Promise<void> {
      pending.push(segment);
      length += segment.text.length;
      if (pending.length >= BATCH_SEGMENTS || length >= BATCH_LENGTH) await flush();
    },
    /** Returns how many segments this attempt has stored. */
    flush,
    rest: (): readonly TextSegment[] => pending,
  };
}
