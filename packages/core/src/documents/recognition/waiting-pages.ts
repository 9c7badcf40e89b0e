import type { Picture } from "@assay/contract";
import { documentPages, oneRow, segments, type Transaction } from "@assay/db";
import { and, asc, count, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Job, NewJob } from "../../jobs/job.ts";
import type { PictureToRead } from "../../ports/ocr-engine.ts";

export interface WaitingPage extends PictureToRead {
  readonly at: Picture;
  readonly segmentIndex: number;
}

export function pagesOf({ tenantId, subjectId }: Pick<Job, "tenantId" | "subjectId">) {
  return and(eq(documentPages.tenantId, tenantId), eq(documentPages.documentId, subjectId));
}

/** A page with an image that OCR has neither read nor given up. */
export const isWaiting = and(isNotNull(documentPages.pictureSegment), isNull(documentPages.recognisedAt));

/** The job that reads the images of a document. */
export function recognitionJob({ tenantId, subjectId }: Pick<Job, "tenantId" | "subjectId">): NewJob {
  return { tenantId, kind: "ocr", subjectId, stage: "recognise" };
}

export async function hasWaiting(tx: Transaction, job: Job): Promise<boolean> {
  const [row] = await tx
    .select({ index: documentPages.pageIndex })
    .from(documentPages)
    .where(and(pagesOf(job), isWaiting))
    .limit(1);
  return row !== undefined;
}

/** In the order of the pages. */
export async function listWaiting(tx: Transaction, job: Job): Promise<WaitingPage[]> {
  const rows = await tx
    .select({
      pageIndex: documentPages.pageIndex,
      pageNumber: documentPages.pageNumber,
      at: documentPages.picture,
      segmentIndex: documentPages.pictureSegment,
    })
    .from(documentPages)
    .where(and(pagesOf(job), isWaiting))
    .orderBy(asc(documentPages.pageIndex));
  return rows.map((row) => ({ ...row, at: row.at!, segmentIndex: row.segmentIndex! }));
}

/** How many images were read or given up, and how long the document's text is. */
export async function countPictures(tx: Transaction, job: Job): Promise<{ read: number; characters: number }> {
  const done = oneRow(
    await tx
      .select({ value: count() })
      .from(documentPages)
      .where(and(pagesOf(job), isNotNull(documentPages.recognisedAt))),
  );
  const text = oneRow(
    await tx
      .select({ value: sql<number>`coalesce(sum(length(${segments.text}) + 1) - 1, 0)`.mapWith(Number) })
      .from(segments)
      .where(and(eq(segments.tenantId, job.tenantId), eq(segments.documentId, job.subjectId))),
  );
  return { read: done.value, characters: text.value };
}
