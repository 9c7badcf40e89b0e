import { DocumentError } from "@assay/contract";
import { documents, segments, type Transaction } from "@assay/db";
import { and, desc, eq, sql } from "drizzle-orm";
import type { Job } from "../../jobs/job.ts";
import { type Attempt, nothingLeft, type Outcome } from "../../jobs/stage.ts";
import type { ExtractionSummary, SourceFile, TextSegment } from "../../ports/text-extractor.ts";
import { extractArchive } from "../archive/extract-archive.ts";
import { fileKey } from "../register-upload.ts";
import { storedFileFailure } from "../stored-files.ts";
import type { DocumentRow } from "../to-document.ts";
import { advanceDocument } from "./advance.ts";
import { type DocumentServices, updateDocument } from "./open-document.ts";
import { type Extracted, readSegments } from "./read-segments.ts";
import { READER_VERSION } from "./reader-version.ts";

/** Between the segments of a document's text. */
export const SEGMENT_SEPARATOR = "\n";

/** Reads a stored file into segments; a long one continues in the next attempt at the first segment not stored. */
export async function extractDocument(services: DocumentServices, attempt: Attempt): Promise<Outcome> {
  const begun = await beginExtraction(attempt);
  if (!begun) return nothingLeft;
  const file = await openStored(services, begun.document);
  if (begun.document.fileType === "zip") return extractArchive(services, attempt, begun.document, file);
  return extractText(services, attempt, begun, file);
}

async function extractText(
  services: DocumentServices,
  attempt: Attempt,
  begun: Begun,
  file: SourceFile,
): Promise<Outcome> {
  const text = placeSegments(attempt.job, begun);
  const read = await readSegments(services, attempt, file, begun, async (batch) => {
    const rows = text.place(batch);
    await attempt.checkpoint((tx) => tx.insert(segments).values(rows));
  });
  if ("spentMs" in read) return { state: "more", write: (tx) => addExtractionTime(tx, attempt.job, read.spentMs) };
  const rest = text.place(read.rest);
  return {
    state: "done",
    async write(tx) {
      if (rest.length > 0) await tx.insert(segments).values(rest);
      return finishExtraction(tx, attempt, begun.document, { ...read, characters: text.characters() });
    },
  };
}

async function openStored({ files }: DocumentServices, document: DocumentRow): Promise<SourceFile> {
  const key = fileKey({ tenantId: document.tenantId, documentId: document.id });
  const failure = storedFileFailure(document, await files.stat(key));
  if (failure) throw failure;
  return { fileType: document.fileType, sizeBytes: document.sizeBytes, open: () => files.get(key) };
}

interface Begun extends Extracted {
  readonly document: DocumentRow;
}

/**
 * Notes when the first attempt began, and by which reader: what an earlier one has stored is read again, as one text must
 * not come from two. Undefined when the document was deleted meanwhile. */
function beginExtraction(attempt: Attempt): Promise<Begun | undefined> {
  const { tenantId, subjectId: documentId } = attempt.job;
  return attempt.checkpoint(async (tx) => {
    const [document] = await tx
      .update(documents)
      .set({ extractionStartedAt: sql`coalesce(extraction_started_at, now())` })
      .where(and(eq(documents.tenantId, tenantId), eq(documents.id, documentId)))
      .returning();
    if (!document) return undefined;
    if (document.fileType !== "zip" && document.readerVersion !== READER_VERSION) await restartExtraction(tx, document);
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
      elapsedMs: document.extractionMs,
    };
  });
}

async function restartExtraction(tx: Transaction, { tenantId, id }: DocumentRow): Promise<void> {
  await tx.delete(segments).where(and(eq(segments.tenantId, tenantId), eq(segments.documentId, id)));
  await tx
    .update(documents)
    .set({ readerVersion: READER_VERSION })
    .where(and(eq(documents.tenantId, tenantId), eq(documents.id, id)));
}

async function addExtractionTime(tx: Transaction, job: Job, spentMs: number): Promise<undefined> {
  await updateDocument(tx, job, { extractionMs: sql`${documents.extractionMs} + ${Math.round(spentMs)}::int` });
}

/** Gives each segment its place in the document's text. */
function placeSegments({ tenantId, subjectId: documentId }: Job, before: Extracted) {
  let { segments: next, characters } = before;
  const place = (segment: TextSegment): typeof segments.$inferInsert => {
    if (segment.index !== next)
      throw new Error(`Cannot store segment ${segment.index} because the next one is ${next}`);
    const startOffset = next === 0 ? 0 : characters + SEGMENT_SEPARATOR.length;
    next += 1;
    characters = startOffset + segment.text.length;
    return {
      tenantId,
      documentId,
      segmentIndex: segment.index,
      pageNumber: segment.pageNumber,
      location: segment.location,
      context: segment.context,
      text: segment.text,
      startOffset,
      hidden: segment.hidden.map(([start, end]) => [start, end]),
    };
  };
  return {
    place: (batch: readonly TextSegment[]) => batch.map(place),
    /** Of the document's text so far. */
    characters: () => characters,
  };
}

async function finishExtraction(
  tx: Transaction,
  { job }: Attempt,
  document: DocumentRow,
  summary: ExtractionSummary & { characters: number },
) {
  const [text] = await tx
    .select({
      pagesRead: sql<number>`count(distinct page_number) filter (where text ~ '\\S')`.mapWith(Number),
      anyText: sql<boolean>`coalesce(bool_or(text ~ '\\S'), false)`,
    })
    .from(segments)
    .where(and(eq(segments.tenantId, job.tenantId), eq(segments.documentId, job.subjectId)));
  if (!text?.anyText) throw new DocumentError("NO_TEXT", noTextMessage(document));
  return advanceDocument(tx, job, {
    pages: summary.pages,
    pagesWithText: document.fileType === "pdf" ? text.pagesRead : summary.pagesWithText,
    characters: summary.characters,
    readingWarnings: [...summary.warnings],
  });
}

function noTextMessage({ fileType }: DocumentRow): string {
  return fileType === "pdf"
    ? "Cannot find text in the file because its pages are images: upload a version with a text layer"
    : "Cannot find text in the file";
}
