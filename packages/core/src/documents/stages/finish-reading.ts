import { DocumentError, isMessage, type PageStates, type ReadingWarning } from "@assay/contract";
import { documentPages, oneRow, segments, type Transaction } from "@assay/db";
import { and, count, desc, eq, sql } from "drizzle-orm";
import type { Job, JobRef } from "../../jobs/job.ts";
import { describeUnread, isUnread } from "../recognition/unread-pages.ts";
import type { DocumentRow } from "../to-document.ts";
import { advanceDocument } from "./advance.ts";
import type { Change } from "./open-document.ts";
import { utf16Length } from "./utf16-length.ts";

/** What the reader said of the document as a whole. */
export type ReadSummary = Pick<DocumentRow, "fileType" | "pages" | "pagesWithText" | "readingWarnings">;

/** Ends the reading of a document: it is EXTRACTED, and its chunks are next. Throws NO_TEXT where nothing was read. */
export async function finishReading(
  tx: Transaction,
  job: Job,
  summary: ReadSummary,
  { ocr, facts = {} }: { ocr: boolean; facts?: Change },
): Promise<JobRef[]> {
  const { isEmpty, coverage } = await sumReading(tx, job, summary);
  if (isEmpty) throw new DocumentError("NO_TEXT", noTextMessage(summary, coverage.pageStates, ocr));
  return advanceDocument(tx, { ...job, stage: "extract" }, { ...facts, ...coverage });
}

/** What others wrote about a text is none of its own. */
const isOwnText = sql`${segments.kind} = 'TEXT' and ${segments.text} ~ '\\S'`;

/** The coverage of a document by the pages and the text that are stored. */
export async function sumReading(tx: Transaction, job: Job, summary: ReadSummary) {
  const pages = await countPages(tx, job);
  const states: PageStates = {};
  for (const { state, value } of pages) states[state] = (states[state] ?? 0) + value;
  const text = oneRow(
    await tx
      .select({
        pagesRead: sql<number>`count(distinct page_number) filter (where ${isOwnText})`.mapWith(Number),
        anyText: sql<boolean>`coalesce(bool_or(${isOwnText}), false)`,
        length: sql<number>`coalesce(${lengthBySegments(tx, job)}, 0)`,
      })
      .from(segments)
      .where(segmentsOf(job)),
  );
  // A reader that tells no pages has counted those with text by itself.
  const counted = summary.fileType === "pdf" ? text.pagesRead : summary.pagesWithText;
  const withText = (states.TEXT ?? 0) + (states.MIXED ?? 0) + (states.OCR ?? 0);
  const told = pages.reduce((sum, { value }) => sum + value, 0);
  return {
    isEmpty: !text.anyText,
    coverage: {
      pages: Math.max(summary.pages ?? 0, told),
      pagesWithText: told > 0 ? withText : counted,
      characters: text.length,
      pageStates: told > 0 ? states : null,
      readingWarnings: withUnread(summary.readingWarnings ?? [], describeUnread(pages)),
    },
  };
}

function countPages(tx: Transaction, { tenantId, subjectId }: Job) {
  const isNumbered = sql<boolean>`${documentPages.pageNumber} is not null`;
  return tx
    .select({ state: documentPages.state, isUnread, isNumbered, value: count() })
    .from(documentPages)
    .where(and(eq(documentPages.tenantId, tenantId), eq(documentPages.documentId, subjectId)))
    .groupBy(sql`1`, sql`2`, sql`3`);
}

function withUnread(warnings: readonly ReadingWarning[], message: string | undefined): ReadingWarning[] {
  const others = warnings.filter(({ code }) => code !== "PAGES_NOT_READ");
  return message === undefined ? others : [{ code: "PAGES_NOT_READ", message }, ...others];
}

/** Where the last segment ends. */
function lengthBySegments(tx: Transaction, job: Job) {
  return tx
    .select({ value: sql`${segments.startOffset} + ${utf16Length}` })
    .from(segments)
    .where(segmentsOf(job))
    .orderBy(desc(segments.segmentIndex))
    .limit(1);
}

function segmentsOf({ tenantId, subjectId }: Job) {
  return and(eq(segments.tenantId, tenantId), eq(segments.documentId, subjectId));
}

function noTextMessage({ fileType }: ReadSummary, states: PageStates | null, ocr: boolean): string {
  if (isMessage(fileType)) return "Cannot find text in the mail itself: what is attached to it is read for itself";
  const anyImage = states ? (states.IMAGE_ONLY ?? 0) > 0 : fileType === "pdf";
  if (ocr)
    return `Cannot find text in the file: ${unreadable(states) ? "its images could not be read" : "OCR found no words in its images"}`;
  if (anyImage)
    return "Cannot find text in the file because its pages are images: turn OCR on (OCR=on), or upload a version with a text layer";
  return "Cannot find text in the file";
}

function unreadable(states: PageStates | null): boolean {
  return (states?.UNREADABLE ?? 0) > 0;
}
