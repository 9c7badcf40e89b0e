import { isContainer, mayEmbedFiles } from "@assay/contract";
import { documentPages, documents, oneRow, segments, type Transaction } from "@assay/db";
import { and, count, desc, eq, getTableColumns, gt, min, sql } from "drizzle-orm";
import { enqueue, type Job } from "../../jobs/job.ts";
import { type Attempt, nothingLeft, type Outcome } from "../../jobs/stage.ts";
import type {
  ExtractionSummary,
  PageReading,
  SourceFile,
  TextSegment,
  WholePages,
} from "../../ports/text-extractor.ts";
import { extractArchive, extractAttachments } from "../archive/extract-archive.ts";
import { isNoContainer } from "../is-no-container.ts";
import { hasWaiting, recognitionJob } from "../recognition/waiting-pages.ts";
import type { DocumentRow } from "../to-document.ts";
import { finishReading, sumReading } from "./finish-reading.ts";
import { type DocumentServices, updateDocument } from "./open-document.ts";
import { openStored } from "./open-stored.ts";
import { type Extracted, readSegments } from "./read-segments.ts";
import { READER_VERSION } from "./reader-version.ts";
import { scanDocument } from "./scan-document.ts";

/** Between the segments of a document's text. */
export const SEGMENT_SEPARATOR = "\n";

/** Reads a stored file into segments; a long one continues in the next attempt at the first segment not stored. */
export async function extractDocument(services: DocumentServices, attempt: Attempt): Promise<Outcome> {
  const begun = await beginExtraction(attempt);
  if (!begun) return nothingLeft;
  const file = await openStored(services, begun.document);
  const scanned = await scanDocument(services.fileScanner, attempt, begun.document, file);
  if (scanned) return scanned;
  if (isContainer(begun.document.fileType)) return extractArchive(services, attempt, begun.document, file);
  const registered =
    mayEmbedFiles(begun.document.fileType) && (await extractAttachments(services, attempt, begun.document, file));
  return registered || extractText(services, attempt, begun, file);
}

async function extractText(
  services: DocumentServices,
  attempt: Attempt,
  begun: Begun,
  file: SourceFile,
): Promise<Outcome> {
  const place = placeSegments(attempt.job, begun);
  const read = await readSegments(services, attempt, file, begun, async (batch) => {
    const rows = place(batch.segments);
    await attempt.checkpoint(async (tx) => {
      if (rows.length > 0) await tx.insert(segments).values(rows);
      await savePages(tx, attempt.job, batch.pages);
    });
  });
  if ("spentMs" in read) return { state: "more", write: (tx) => addExtractionTime(tx, attempt.job, read.spentMs) };
  const rest = place(read.rest.segments);
  return {
    state: "done",
    async write(tx) {
      if (rest.length > 0) await tx.insert(segments).values(rest);
      await savePages(tx, attempt.job, read.rest.pages);
      return finishExtraction(tx, attempt, begun.document, {
        ...read,
        isWithOcr: services.ocrEngine !== undefined,
      });
    },
  };
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
    const [found] = await tx
      .update(documents)
      .set({
        extractionStartedAt: sql`coalesce(extraction_started_at, now())`,
        readerVersion: sql`case when extraction_started_at is null and ${isNoContainer(documents.fileType)} then ${READER_VERSION}::int else reader_version end`,
      })
      .where(and(eq(documents.tenantId, tenantId), eq(documents.id, documentId)))
      .returning({
        ...getTableColumns(documents),
        isFirst: sql<boolean>`extraction_started_at = now()::timestamptz(3)`,
      });
    if (!found) return undefined;
    const { isFirst, ...document } = found;
    const begun = { document, elapsedMs: document.extractionMs, encoding: document.requestedEncoding };
    if (isFirst) return { ...begun, segments: 0, characters: 0, wholePages: { pages: 0, segments: 0 } };
    if (!isContainer(document.fileType) && document.readerVersion !== READER_VERSION)
      await restartExtraction(tx, document);
    const [last] = await tx
      .select({ index: segments.segmentIndex, start: segments.startOffset, text: segments.text })
      .from(segments)
      .where(and(eq(segments.tenantId, tenantId), eq(segments.documentId, documentId)))
      .orderBy(desc(segments.segmentIndex))
      .limit(1);
    const stored = last ? last.index + 1 : 0;
    return {
      ...begun,
      segments: stored,
      characters: last ? last.start + last.text.length : 0,
      wholePages: await findWholePages(tx, attempt.job, stored),
    };
  });
}

/** The pages of a PDF of which everything is stored, by the first segment of the page after them. */
async function findWholePages(tx: Transaction, { tenantId, subjectId }: Job, stored: number): Promise<WholePages> {
  const { pages } = oneRow(
    await tx
      .select({ pages: count() })
      .from(documentPages)
      .where(and(eq(documentPages.tenantId, tenantId), eq(documentPages.documentId, subjectId))),
  );
  const { first } = oneRow(
    await tx
      .select({ first: min(segments.segmentIndex) })
      .from(segments)
      .where(and(eq(segments.tenantId, tenantId), eq(segments.documentId, subjectId), gt(segments.pageNumber, pages))),
  );
  return { pages, segments: first ?? stored };
}

/** A page may come again after an interruption: it is the same one. */
async function savePages(tx: Transaction, job: Job, pages: readonly PageReading[]): Promise<void> {
  if (pages.length === 0) return;
  await tx
    .insert(documentPages)
    .values(
      pages.map(({ index, pageNumber, label, state, reason, picture }) => ({
        tenantId: job.tenantId,
        documentId: job.subjectId,
        pageIndex: index,
        pageNumber,
        label,
        state,
        reason,
        pictureSegment: picture?.segment ?? null,
        picture: picture?.at ?? null,
      })),
    )
    .onConflictDoNothing();
}

async function restartExtraction(tx: Transaction, { tenantId, id }: DocumentRow): Promise<void> {
  await tx.delete(documentPages).where(and(eq(documentPages.tenantId, tenantId), eq(documentPages.documentId, id)));
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
      kind: segment.kind ?? "TEXT",
      pageNumber: segment.pageNumber,
      location: segment.location,
      context: segment.context,
      text: segment.text,
      startOffset,
      hidden: segment.hidden.map(([start, end]) => [start, end]),
      struck: segment.struck.map(([start, end]) => [start, end]),
      quoted: (segment.quoted ?? []).map(([start, end]) => [start, end]),
    };
  };
  return (batch: readonly TextSegment[]) => batch.map(place);
}

/**
 * With images that OCR is to read, the document stays UPLOADED until it has ended: then its text is whole. Every other
 * one continues at once.
 */
async function finishExtraction(
  tx: Transaction,
  { job }: Attempt,
  document: DocumentRow,
  { isWithOcr, ...summary }: ExtractionSummary & { isWithOcr: boolean },
) {
  const read = {
    pages: summary.pages,
    pagesWithText: summary.pagesWithText,
    readingWarnings: [...summary.warnings],
  };
  const facts = {
    textEncoding: summary.encoding?.name ?? null,
    encodingCertainty: summary.encoding?.certainty ?? null,
    encodingSource: summary.encoding?.source ?? null,
    signatures: [...summary.signatures],
  };
  const waits = isWithOcr && (await hasWaiting(tx, job));
  if (!waits) return finishReading(tx, job, { ...read, fileType: document.fileType }, { ocr: false, facts });
  const { coverage } = await sumReading(tx, job, { ...read, fileType: document.fileType });
  await updateDocument(tx, job, { ...facts, ...coverage });
  return enqueue(tx, [recognitionJob(job)]);
}
