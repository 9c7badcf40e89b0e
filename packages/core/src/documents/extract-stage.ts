import { DocumentError } from "@assay/contract";
import { segments } from "@assay/db";
import { and, eq, max, sql } from "drizzle-orm";
import { databaseMillis } from "../database-clock.ts";
import type { SourceFile, TextSegment } from "../ports/text-extractor.ts";
import type { Outcome, StageWork } from "../work/stage.ts";
import {
  advanceDocument,
  type DocumentServices,
  loadDocument,
  nothingLeft,
  now,
  updateDocument,
} from "./document-stage.ts";
import { extractArchive } from "./extract-archive.ts";
import { storedFileFailure } from "./file-stages.ts";
import { fileKey } from "./register-upload.ts";
import type { DocumentRow } from "./to-document.ts";

/** Between the segments of a document's text. */
export const SEGMENT_SEPARATOR = "\n";

const BATCH_LENGTH = 100_000;
const BATCH_SEGMENTS = 50;

/** Reads a stored file into segments; a long one goes on in the next slice at the first segment not stored. */
export async function extractDocument(services: DocumentServices, work: StageWork): Promise<Outcome> {
  const document = await loadDocument(work);
  if (!document) return nothingLeft;
  const file = await openStored(services, document);
  if (document.fileType === "zip") return extractArchive(services, work, document, file);
  return extractText(services, work, document, file);
}

async function extractText(
  { extractor, settings }: DocumentServices,
  work: StageWork,
  document: DocumentRow,
  file: SourceFile,
): Promise<Outcome> {
  const stored = await loadProgress(work);
  if (stored.elapsedMs > settings.extractionLimitMs)
    throw new DocumentError(
      "EXTRACTION_TIMEOUT",
      `Cannot read the file within ${settings.extractionLimitMs / 60_000} minutes`,
    );
  const sink = new SegmentSink(work, stored);
  const pause = new AbortController();
  const timer = setTimeout(() => pause.abort(PAUSED), settings.sliceMs);
  try {
    const summary = await extractor.extract(file, {
      fromSegment: stored.segments,
      charactersMax: settings.textLengthMax - stored.characters,
      signal: AbortSignal.any([work.signal, pause.signal]),
      onSegment: (segment) => sink.add(segment),
    });
    await sink.flush();
    return { state: "done", write: (tx) => finishExtraction(tx, work, document, summary) };
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

const PAUSED = Symbol("paused");

async function openStored({ files }: DocumentServices, document: DocumentRow): Promise<SourceFile> {
  const key = fileKey({ tenantId: document.tenantId, documentId: document.id });
  const failure = storedFileFailure(document, await files.stat(key));
  if (failure) throw failure;
  return { fileType: document.fileType, sizeBytes: document.sizeBytes, open: () => files.get(key) };
}

interface Progress {
  segments: number;
  characters: number;
  elapsedMs: number;
}

async function loadProgress(work: StageWork): Promise<Progress> {
  const { item } = work;
  return work.checkpoint(async (tx) => {
    await updateDocument(tx, item, { extractionStartedAt: sql`coalesce(extraction_started_at, now())` });
    const [last] = await tx
      .select({
        index: max(segments.segmentIndex),
        end: sql<number>`coalesce(max(start_offset), 0)`.mapWith(Number),
      })
      .from(segments)
      .where(and(eq(segments.tenantId, item.tenantId), eq(segments.documentId, item.subjectId)));
    const [clock] = (
      (await tx.execute(sql`
        select ${databaseMillis} - floor(extract(epoch from extraction_started_at) * 1000)::float8 as elapsed
        from documents where id = ${item.subjectId}`)) as unknown as { rows: { elapsed: number }[] }
    ).rows;
    if (last?.index === null || last === undefined)
      return { segments: 0, characters: 0, elapsedMs: clock?.elapsed ?? 0 };
    const [tail] = await tx
      .select({ text: segments.text, start: segments.startOffset })
      .from(segments)
      .where(and(eq(segments.documentId, item.subjectId), eq(segments.segmentIndex, last.index)));
    return {
      segments: last.index + 1,
      characters: tail!.start + tail!.text.length,
      elapsedMs: clock?.elapsed ?? 0,
    };
  });
}

/** Stores segments in batches, so that a crash costs at most one batch. */
class SegmentSink {
  added = 0;
  readonly #work: StageWork;
  #characters: number;
  #next: number;
  #pending: (typeof segments.$inferInsert)[] = [];
  #pendingLength = 0;

  constructor(work: StageWork, stored: Progress) {
    this.#work = work;
    this.#characters = stored.characters;
    this.#next = stored.segments;
  }

  async add(segment: TextSegment): Promise<void> {
    if (segment.index !== this.#next)
      throw new Error(`Cannot store segment ${segment.index} as the next one is ${this.#next}`);
    const startOffset = this.#next === 0 ? 0 : this.#characters + SEGMENT_SEPARATOR.length;
    this.#next += 1;
    this.#characters = startOffset + segment.text.length;
    this.#pendingLength += segment.text.length;
    this.#pending.push({
      tenantId: this.#work.item.tenantId,
      documentId: this.#work.item.subjectId,
      segmentIndex: segment.index,
      pageNumber: segment.pageNumber,
      location: segment.location,
      context: segment.context,
      text: segment.text,
      startOffset,
      hidden: segment.hidden.map(([start, end]) => [start, end]),
    });
    if (this.#pending.length >= BATCH_SEGMENTS || this.#pendingLength >= BATCH_LENGTH) await this.flush();
  }

  async flush(): Promise<void> {
    const batch = this.#pending;
    if (batch.length === 0) return;
    this.#pending = [];
    this.#pendingLength = 0;
    await this.#work.checkpoint((tx) => tx.insert(segments).values(batch));
    this.added += batch.length;
  }
}

async function finishExtraction(
  tx: Parameters<Outcome["write"]>[0],
  { item }: StageWork,
  document: DocumentRow,
  summary: { pages: number; pagesWithText: number },
) {
  const [text] = await tx
    .select({
      pagesRead: sql<number>`count(distinct page_number) filter (where text ~ '\\S')`.mapWith(Number),
      anyText: sql<boolean>`coalesce(bool_or(text ~ '\\S'), false)`,
    })
    .from(segments)
    .where(and(eq(segments.tenantId, item.tenantId), eq(segments.documentId, item.subjectId)));
  if (!text?.anyText) throw new DocumentError("NO_TEXT", noTextMessage(document));
  const [last] = await tx
    .select({ start: segments.startOffset, text: segments.text })
    .from(segments)
    .where(and(eq(segments.tenantId, item.tenantId), eq(segments.documentId, item.subjectId)))
    .orderBy(sql`segment_index desc`)
    .limit(1);
  return advanceDocument(
    tx,
    item,
    {
      status: "EXTRACTED",
      extractedAt: now,
      pages: summary.pages,
      pagesWithText: document.fileType === "pdf" ? text.pagesRead : summary.pagesWithText,
      characters: last!.start + last!.text.length,
    },
    { action: "document.extracted", next: "chunk" },
  );
}

function noTextMessage({ fileType }: DocumentRow): string {
  return fileType === "pdf"
    ? "Cannot find text in the file: its pages are images; upload a version with a text layer"
    : "Cannot find text in the file";
}
