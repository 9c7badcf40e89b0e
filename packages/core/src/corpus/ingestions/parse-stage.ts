import { DocumentError } from "@assay/contract";
import { guidanceChunks, newId } from "@assay/db";
import { count, eq, sql } from "drizzle-orm";
import { nothingLeft } from "../../documents/document-stage.ts";
import { storedFileFailure } from "../../documents/file-stages.ts";
import { findInstructionLikeText } from "../../documents/flag-instructions.ts";
import { splitIntoChunks } from "../../documents/split-into-chunks.ts";
import type { SourceFile, TextSegment } from "../../ports/text-extractor.ts";
import { asCatalog } from "../../tenancy/transact.ts";
import type { Outcome, StageWork } from "../../work/stage.ts";
import { ingestionFileKey } from "./create-ingestion.ts";
import {
  advanceIngestion,
  type IngestionServices,
  loadOpenIngestion,
  now,
  updateIngestion,
} from "./ingestion-stage.ts";
import type { IngestionRow } from "./to-ingestion.ts";

const BATCH_LENGTH = 100_000;
const BATCH_SEGMENTS = 50;
const PAUSED = Symbol("paused");

/** Reads the stored file into chunks; a long one goes on in the next slice at the first segment not stored. */
export async function parseSource(services: IngestionServices, work: StageWork): Promise<Outcome> {
  const ingestion = await loadOpenIngestion(work);
  if (!ingestion) return nothingLeft;
  const { extractor, settings } = services;
  const file = await openStored(services, ingestion);
  const sink = await openSink(work, ingestion, settings.extractionLimitMs);
  const pause = new AbortController();
  const timer = setTimeout(() => pause.abort(PAUSED), settings.sliceMs);
  try {
    await extractor.extract(file, {
      fromSegment: ingestion.segmentsRead,
      charactersMax: settings.textLengthMax - ingestion.charactersRead,
      signal: AbortSignal.any([work.signal, pause.signal]),
      onSegment: (segment) => sink.add(segment),
    });
    await sink.flush();
    if (sink.chunks === 0) throw new DocumentError("NO_TEXT", "Cannot find text in the file");
    return {
      state: "done",
      write: (tx) =>
        advanceIngestion(
          tx,
          work.item,
          { status: "INDEXING", indexingAt: now },
          { reached: "indexing", next: "INDEXING" },
        ),
    };
  } catch (error) {
    if (error !== PAUSED) throw error;
    await sink.flush();
    if (sink.added === 0)
      throw new DocumentError(
        "EXTRACTION_TIMEOUT",
        "Cannot read the file as one piece of it alone passes the time limit",
      );
    return { state: "more", write: async () => [] };
  } finally {
    clearTimeout(timer);
  }
}

async function openStored({ files }: IngestionServices, ingestion: IngestionRow): Promise<SourceFile> {
  const { id, fileType, sizeBytes, sha256Hash } = ingestion;
  if (fileType === null || sizeBytes === null || sha256Hash === null)
    throw new Error(`Cannot parse corpus ingestion '${id}' as it has no file yet`);
  const key = ingestionFileKey(id);
  const failure = storedFileFailure({ sizeBytes, sha256Hash }, await files.stat(key));
  if (failure) throw failure;
  return { fileType, sizeBytes, open: () => files.get(key) };
}

/** Stores the chunks of segments in batches with how far they reach, so that a crash costs at most one batch. */
async function openSink(work: StageWork, ingestion: IngestionRow, limitMs: number) {
  const { id } = ingestion;
  let pending: TextSegment[] = [];
  let pendingLength = 0;
  const progress = await work.checkpoint(async (tx) => {
    const [stored] = await tx
      .select({
        chunks: count(),
        elapsedMs:
          sql<number>`(select extract(epoch from clock_timestamp() - parsing_at) * 1000 from corpus_ingestions where id = ${id})`.mapWith(
            Number,
          ),
      })
      .from(guidanceChunks)
      .where(eq(guidanceChunks.ingestionId, id));
    return stored!;
  });
  if (progress.elapsedMs > limitMs)
    throw new DocumentError("EXTRACTION_TIMEOUT", `Cannot read the file within ${limitMs / 60_000} minutes`);

  const sink = {
    /** Segments stored by this slice. */
    added: 0,
    /** Chunks that the ingestion has now. */
    chunks: progress.chunks,
    async add(segment: TextSegment): Promise<void> {
      pending.push(segment);
      pendingLength += segment.text.length;
      if (pending.length >= BATCH_SEGMENTS || pendingLength >= BATCH_LENGTH) await sink.flush();
    },
    async flush(): Promise<void> {
      const [batch, length] = [pending, pendingLength];
      const last = batch.at(-1);
      if (!last) return;
      [pending, pendingLength] = [[], 0];
      const rows = batch
        .flatMap(chunksOf)
        .map((chunk, at) => ({ id: newId(), ingestionId: id, chunkIndex: sink.chunks + at, ...chunk }));
      await work.checkpoint(async (tx) => {
        await updateIngestion(tx, id, {
          segmentsRead: last.index + 1,
          charactersRead: sql`characters_read + ${length}::int`,
        });
        await storeChunks(tx, rows);
      });
      sink.chunks += rows.length;
      sink.added += batch.length;
    },
  };
  return sink;
}

async function storeChunks(
  tx: Parameters<typeof updateIngestion>[0],
  rows: (typeof guidanceChunks.$inferInsert)[],
): Promise<void> {
  await asCatalog(tx, async () => {
    for (let at = 0; at < rows.length; at += 200) await tx.insert(guidanceChunks).values(rows.slice(at, at + 200));
  });
}

// Guidance speaks to the model directly, so what a reader would not see, or what speaks to models, stays out of it.
function chunksOf({ text, hidden, pageNumber, location, context }: TextSegment) {
  const unwanted = [...hidden, ...findInstructionLikeText(text).map(({ start, end }) => [start, end] as const)];
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
