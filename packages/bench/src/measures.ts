import type { Measure } from "./measure.ts";
import { embedding } from "./measures/embedding.ts";
import { pdf } from "./measures/pdf.ts";
import { processes } from "./measures/processes.ts";
import { retrieval } from "./measures/retrieval.ts";
import { upload } from "./measures/upload.ts";

/** In the order of the table. */
export const MEASURES: readonly Measure[] = [retrieval, processes, pdf, embedding, upload];
