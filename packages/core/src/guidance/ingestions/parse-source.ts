import { DocumentError } from "@assay/contract";
import { guidanceChunks, insertInBatches, newId, oneRow, type Transaction } from "@assay/db";
import { count, eq, sql } from "drizzle-orm";
import { findInstructionLikeText } from "../../documents/stages/flag-instructions.ts";
import { type Batch, readSegments } from "../../documents/stages/read-segments.ts";
import { splitIntoChunks } from "../../documents/stages/split-into-chunks.ts";
import { storedFileFailure } from "../../documents/stored-files.ts";
import { type Attempt, nothingLeft, type Outcome } from "../../jobs/stage.ts";
import type { SourceFile, TextSegment } from "../../ports/text-extractor.ts";
import { asCatalog } from "../../tenancy/transact.ts";
import { ingestionFileKey } from "./create-ingestion.ts";
import { advanceIngestion, type IngestionServices, loadOpenIngestion, now, updateIngestion } from "./open-ingestion.ts";
import type { IngestionRow } from "./to-ingestion.ts";

/** Reads the stored file into chunks; a long one continues in the next attempt at the first segment not stored. */
export async function parseSource(services: IngestionServices, attempt: Attempt): Promise<Outcome> {
  const ingestion = await loadOpenIngestion(attempt);
  if (!ingestion) return nothingLeft;
  const file = await openStored(services, ingestion);
  const before = await loadProgress(attempt, ingestion);
  let { chunks } = before;
  const read = await readSegments(services, attempt, file, before, async (batch) => {
    const rows = toRows(ingestion, batch.segments, chunks);
    await attempt.checkpoint((tx) => storeBatch(tx, ingestion, batch, rows));
    chunks += rows.length;
  });
  if ("spentMs" in read) return { state: "more", write: (tx) => addExtractionTime(tx, ingestion.id, read.spentMs) };
  const rest = toRows(ingestion, read.rest.segments, chunks);
  if (chunks + rest.length === 0) throw new DocumentError("NO_TEXT", "Cannot find text in the file");
  return {
    state: "done",
    async write(tx) {
      await storeBatch(tx, ingestion, read.rest, rest);
      const change = { status: "INDEXING", indexingAt: now } as const;
      return advanceIngestion(tx, attempt.job, "indexing", change);
    },
  };
}

async function openStored({ files }: IngestionServices, ingestion: IngestionRow): Promise<SourceFile> {
  const { id, fileType, sizeBytes, sha256Hash } = ingestion;
  if (fileType === null || sizeBytes === null || sha256Hash === null)
    throw new Error(`Cannot parse corpus ingestion '${id}' because it has no file yet`);
  const key = ingestionFileKey(id);
  const failure = storedFileFailure({ sizeBytes, sha256Hash }, await files.stat(key));
  if (failure) throw failure;
  return { fileType, sizeBytes, open: () => files.get(key) };
}

async function addExtractionTime(tx: Transaction, id: string, spentMs: number): Promise<undefined> {
  await updateIngestion(tx, id, { extractionMs: sql`extraction_ms + ${Math.round(spentMs)}::int` });
}

function loadProgress(attempt: Attempt, ingestion: IngestionRow) {
  const { id, segmentsRead, charactersRead, pagesRead, segmentsOfPages, extractionMs } = ingestion;
  return attempt.checkpoint(async (tx) => {
    const stored = oneRow(
      await tx.select({ chunks: count() }).from(guidanceChunks).where(eq(guidanceChunks.ingestionId, id)),
    );
    const wholePages = { pages: pagesRead, segments: segmentsOfPages };
    const read = { segments: segmentsRead, characters: charactersRead, wholePages, elapsedMs: extractionMs };
    return { ...read, encoding: null, ...stored };
  });
}

type NewChunk = typeof guidanceChunks.$inferInsert;

function toRows({ id }: IngestionRow, batch: readonly TextSegment[], chunksBefore: number): NewChunk[] {
  return batch
    .flatMap(chunksOf)
    .map((chunk, at) => ({ id: newId(), ingestionId: id, chunkIndex: chunksBefore + at, ...chunk }));
}

/** Stores the chunks of segments with how far they reach. */
async function storeBatch(
  tx: Transaction,
  { id }: IngestionRow,
  { segments: batch, pages, wholePages }: Batch,
  rows: readonly NewChunk[],
): Promise<void> {
  // Images of guidance are not read.
  const unread = pages.filter(({ state }) => state !== "TEXT" && state !== "EMPTY").length;
  if (unread > 0) await updateIngestion(tx, id, { pagesNotRead: sql`pages_not_read + ${unread}::int` });
  const last = batch.at(-1);
  if (!last) return;
  const length = batch.reduce((sum, { text }) => sum + text.length, 0);
  await updateIngestion(tx, id, {
    segmentsRead: last.index + 1,
    pagesRead: wholePages.pages,
    segmentsOfPages: wholePages.segments,
    charactersRead: sql`characters_read + ${length}::int`,
  });
  await asCatalog(tx, () => insertInBatches(tx, guidanceChunks, rows));
}

// Guidance speaks to the model directly, so what a reader would not see or sees crossed out, what a mail quotes of another, what somebody remarked on it, or what speaks to models, stays out of it.
function chunksOf({ kind, text, hidden, struck, quoted, pageNumber, location, context }: TextSegment) {
  if (kind === "COMMENT") return [];
  const unwanted = [
    ...hidden,
    ...struck,
    ...(quoted ?? []),
    ...findInstructionLikeText(text).map(({ start, end }) => [start, end] as const),
  ];
  const visible = cut(text, unwanted);
  return splitIntoChunks(visible).map(({ start, end }) => ({
    content: visible.slice(start, end),
    pageNumber,
    location,
    context,
  }));
}

function cut(text: string, ranges: readonly (readonly [number, number])[]): string {
  let kept = "";
  let at = 0;
  for (const [start, end] of ranges.toSorted(([a], [b]) => a - b)) {
    if (start > at) kept += text.slice(at, start);
    at = Math.max(at, end);
  }
  return kept + text.slice(at);
}
