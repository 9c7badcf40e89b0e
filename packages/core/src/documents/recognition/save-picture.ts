import { documentPages, documents, segments, type Transaction } from "@assay/db";
import { and, eq, sql } from "drizzle-orm";
import type { Job } from "../../jobs/job.ts";
import type { RecognisedPicture } from "../../ports/ocr-engine.ts";
import { updateDocument } from "../stages/open-document.ts";
import { pagesOf, type WaitingPage } from "./waiting-pages.ts";

/** Stores what was read of a page's image; the words go into the segment that was kept for them. */
export async function savePicture(
  tx: Transaction,
  job: Job,
  page: WaitingPage,
  read: RecognisedPicture,
): Promise<void> {
  const isFound = read.state === "OCR";
  await tx
    .update(documentPages)
    .set({
      // A page with text of its own stays one.
      state: sql`case when ${documentPages.state} = 'MIXED' then 'MIXED' else ${read.state} end`,
      // An empty image is no reason to believe letters that are in doubt.
      reason: read.state === "EMPTY" ? sql`${documentPages.reason}` : read.reason,
      picture: read.picture,
      certainty: read.certainty,
      words: read.words.map(({ start, end, box, certainty }) => [
        start,
        end,
        box.x0,
        box.y0,
        box.x1,
        box.y1,
        certainty,
      ]),
      captureFacts: [...read.captureFacts],
      recognisedAt: sql`now()`,
    })
    .where(and(pagesOf(job), eq(documentPages.pageIndex, page.pageIndex)));
  if (isFound)
    await tx
      .update(segments)
      .set({ text: storable(read.text), textSource: "OCR", certainty: read.certainty })
      .where(
        and(
          eq(segments.tenantId, job.tenantId),
          eq(segments.documentId, job.subjectId),
          eq(segments.segmentIndex, page.segmentIndex),
        ),
      );
  await updateDocument(tx, job, { ocrMs: sql`${documents.ocrMs} + ${Math.round(read.spentMs)}::int` });
}

/** The database takes neither NUL nor a lone surrogate; the length stays. */
function storable(text: string): string {
  return text.replaceAll("\0", " ").toWellFormed();
}
