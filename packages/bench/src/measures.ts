import type { Measure } from "./measure.ts";
import { docx } from "./measures/docx.ts";
import { embedding } from "./measures/embedding.ts";
import { load } from "./measures/load.ts";
import { nextJobs } from "./measures/next-jobs.ts";
import { ocr } from "./measures/ocr.ts";
import { pdf } from "./measures/pdf.ts";
import { pdfText } from "./measures/pdf-text.ts";
import { planSyncs } from "./measures/plan-sync.ts";
import { readRun } from "./measures/read-run.ts";
import { retrieval } from "./measures/retrieval.ts";
import { rows } from "./measures/rows.ts";
import { run } from "./measures/run.ts";
import { runOverhead } from "./measures/run-overhead.ts";
import { sealedRuns } from "./measures/sealed-runs.ts";
import { smallDocuments } from "./measures/small-documents.ts";
import { start } from "./measures/start.ts";
import { upload } from "./measures/upload.ts";
import { viewers } from "./measures/viewers.ts";
import { xlsx } from "./measures/xlsx.ts";
import { zip } from "./measures/zip.ts";

/** In the order of the table. */
export const MEASURES: readonly Measure[] = [
  retrieval,
  run,
  runOverhead,
  smallDocuments,
  pdf,
  pdfText,
  docx,
  xlsx,
  zip,
  ocr,
  embedding,
  start,
  upload,
  readRun,
  sealedRuns,
  viewers,
  nextJobs,
  rows,
  planSyncs,
  load,
];
