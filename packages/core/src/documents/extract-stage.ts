import { DocumentError } from "@assay/contract";
import { documents, segments, type Transaction } from "@assay/db";
import { and, desc, eq, getTableColumns, sql } from "drizzle-orm";
import { databaseMillis } from "../database-clock.ts";
import type { SourceFile, TextSegment } from "../ports/text-extractor.ts";
import type { Outcome, StageWork } from "../work/stage.ts";
import { advanceDocument, type DocumentServices, nothingLeft, now } from "./document-stage.ts";
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
  const begun = await beginExtraction(work);
  if (!begun) return nothingLeft;
  const file = await openStored(services, begun.document);
  if (begun.document.fileType === "zip") return extractArchive(services, work, begun.document, file);
  return extractText(services, work, begun, file);
}

async function extractText(
  { extractor, settings }: DocumentServices,
  work: StageWork,
  begun: Begun,
  file: SourceFile,
): Promise<Outcome> {
  const { document } = begun;
  if (begun.elapsedMs > settings.extractionLimitMs)
    throw new DocumentError(
      "EXTRACTION_TIMEOUT",
      `Cannot read the file within ${settings.extractionLimitMs / 60_000} minutes`,
    );
  const sink = new SegmentSink(work, begun);
  const pause = new AbortController();
  const timer = setTimeout(() => pause.abort(PAUSED), settings.sliceMs);
  try {
    const summary = await extractor.extract(file, {
      fromSegment: begun.segments,
      charactersMax: settings.textLengthMax - begun.characters,
      signal: AbortSignal.any([work.signal, pause.signal]),
      onSegment: (segment) => sink.add(segment),
    });
    return {
      state: "done",
      async write(tx) {
        await sink.storeRest(tx);
        return finishExtraction(tx, work, document, { ...summary, characters: sink.characters });
      },
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

const PAUSED = Symbol("paused");

async function openStored({ files }: DocumentServices, document: DocumentRow): Promise<SourceFile> {
  const key = fileKey({ tenantId: document.tenantId, documentId: document.id });
  const failure = storedFileFailure(document, await files.stat(key));
  if (failure) throw failure;
  return { fileType: document.fileType, sizeBytes: document.sizeBytes, open: () => files.get(key) };
}

interface Begun {
  readonly document: DocumentRow;
  /** What earlier slices stored. */
  readonly segments: number;
  readonly characters: number;
  readonly elapsedMs: number;
}

/** Notes when the first slice began. Undefined when the document was deleted meanwhile. */
function beginExtraction(work: StageWork): Promise<Begun | undefined> {
  const { tenantId, subjectId: documentId } = work.item;
  return work.checkpoint(async (tx) => {
    const [row] = await tx
      .update(documents)
      .set({ extractionStartedAt: sql`coalesce(extraction_started_at, now())` })
      .where(and(eq(documents.tenantId, tenantId), eq(documents.id, documentId)))
      .returning({
        ...getTableColumns(documents),
        elapsedMs: sql<number>`${databaseMillis} - floor(extract(epoch from extraction_started_at) * 1000)::float8`,
      });
    if (!row) return undefined;
    const { elapsedMs, ...document } = row;
    const [last] = await tx
      .select({ index: segments.segmentIndex, start: segments.startOffset, text: segments.text })
      .from(segments)
      .where(and(eq(segments.tenantId, tenantId), eq(segments.documentId, documentId)))
      .orderBy(desc(segments.segmentIndex))
      .limit(1);
    return {
      document,
      segments: last ? last.index + 1 : 0,
      characters: last ? last.start + last.text.length : 0,
      elapsedMs,
    };
  });
}

/** Stores segments in batches, so that a crash costs at most one batch. */
class SegmentSink {
  added = 0;
  /** Of the document's text so far. */
  characters: number;
  readonly #work: StageWork;
  #next: number;
  #pending: (typeof segments.$inferInsert)[] = [];
  #pendingLength = 0;

  constructor(work: StageWork, stored: Pick<Begun, "segments" | "characters">) {
    this.#work = work;
    this.characters = stored.characters;
    this.#next = stored.segments;
  }

  async add(segment: TextSegment): Promise<void> {
    if (segment.index !== this.#next)
      throw new Error(`Cannot store segment ${segment.index} as the next one is ${this.#next}`);
    const startOffset = this.#next === 0 ? 0 : this.characters + SEGMENT_SEPARATOR.length;
    this.#next += 1;
    this.characters = startOffset + segment.text.length;
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
    if (this.#pending.length === 0) return;
    const stored = this.#pending.length;
    await this.#work.checkpoint((tx) => this.storeRest(tx));
    this.#pending = [];
    this.#pendingLength = 0;
    this.added += stored;
  }

  /** In the transaction that ends the slice. */
  async storeRest(tx: Transaction): Promise<void> {
    if (this.#pending.length > 0) await tx.insert(segments).values(this.#pending);
  }
}

async function finishExtraction(
  tx: Transaction,
  { item }: StageWork,
  document: DocumentRow,
  summary: { pages: number; pagesWithText: number; characters: number },
) {
  const [text] = await tx
    .select({
      pagesRead: sql<number>`count(distinct page_number) filter (where text ~ '\\S')`.mapWith(Number),
      anyText: sql<boolean>`coalesce(bool_or(text ~ '\\S'), false)`,
    })
    .from(segments)
    .where(and(eq(segments.tenantId, item.tenantId), eq(segments.documentId, item.subjectId)));
  if (!text?.anyText) throw new DocumentError("NO_TEXT", noTextMessage(document));
  return advanceDocument(
    tx,
    item,
    {
      status: "EXTRACTED",
      extractedAt: now,
      pages: summary.pages,
      pagesWithText: document.fileType === "pdf" ? text.pagesRead : summary.pagesWithText,
      characters: summary.characters,
    },
    { action: "document.extracted", next: "chunk" },
  );
}

function noTextMessage({ fileType }: DocumentRow): string {
  return fileType === "pdf"
    ? "Cannot find text in the file: its pages are images; upload a version with a text layer"
    : "Cannot find text in the file";
}
