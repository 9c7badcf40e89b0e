import { DocumentError } from "@assay/contract";
import { documentPages, type Transaction } from "@assay/db";
import { and, sql } from "drizzle-orm";
import type { Job, JobRef } from "../../jobs/job.ts";
import { findDocumentRow } from "../get-document.ts";
import { markFailed } from "../stages/fail-document.ts";
import { isRecognised } from "./count-recognition.ts";
import { endRecognition } from "./end-recognition.ts";
import { isWaiting, pagesOf } from "./waiting-pages.ts";

/** Leaves the images that still wait unread, and says why. */
export async function giveUp(tx: Transaction, job: Job, reason: string): Promise<void> {
  await tx
    .update(documentPages)
    .set({
      state: sql`case when ${documentPages.state} = 'MIXED' then 'MIXED' else 'UNREADABLE' end`,
      reason,
      recognisedAt: sql`now()`,
    })
    .where(and(pagesOf(job), isWaiting));
}

/** How OCR fails permanently: the document continues with the text that it has, unless its file is at fault. */
export async function failRecognition(tx: Transaction, job: Job, error: unknown): Promise<readonly JobRef[]> {
  if (error instanceof DocumentError) return markFailed(tx, { ...job, stage: "extract" }, error);
  const document = await findDocumentRow(tx, job.tenantId, job.subjectId);
  if (!document || !isRecognised(document)) return [];
  await giveUp(tx, job, "OCR failed: reprocess the document to try again");
  return endRecognition(tx, job, document);
}
