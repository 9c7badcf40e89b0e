import { DocumentError } from "@assay/contract";
import type { Transaction } from "@assay/db";
import type { Job, JobRef } from "../../jobs/job.ts";
import { markFailed } from "../stages/fail-document.ts";
import { finishReading, sumReading } from "../stages/finish-reading.ts";
import { updateDocument } from "../stages/open-document.ts";
import type { DocumentRow } from "../to-document.ts";
import { placeRecognised } from "./place-recognised.ts";

/** Continues with the text that the document has now; one without any is FAILED, and its pages say what was found. */
export async function endRecognition(tx: Transaction, job: Job, document: DocumentRow): Promise<readonly JobRef[]> {
  await placeRecognised(tx, job);
  try {
    return await finishReading(tx, job, document, { ocr: true });
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    const { coverage } = await sumReading(tx, job, document);
    await updateDocument(tx, job, coverage);
    return markFailed(tx, { ...job, stage: "extract" }, error);
  }
}
