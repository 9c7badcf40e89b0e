import { readFile } from "node:fs/promises";
import type { FileType } from "@assay/contract";
import type { ExtractionSummary } from "@assay/core/ports";
import type { ExtractJob } from "../messages.ts";
import type { SegmentSink } from "./segment-sink.ts";

/** Reads one file into `sink`. */
export type ExtractFormat = (
  bytes: Uint8Array<ArrayBuffer>,
  sink: SegmentSink,
) => Promise<Omit<ExtractionSummary, "warnings">>;

/** Loads only the parser that is needed, so that a process is ready at once. */
export const READERS: Readonly<Record<Exclude<FileType, "zip">, () => Promise<ExtractFormat>>> = {
  pdf: async () => (await import("../pdf/extract-pdf.ts")).extractPdf,
  docx: async () => (await import("../office/extract-docx.ts")).extractDocx,
  xlsx: async () => (await import("../xlsx/extract-xlsx.ts")).extractXlsx,
  pptx: async () => (await import("../office/extract-pptx.ts")).extractPptx,
  odt: async () => (await import("../office/extract-odt.ts")).extractOdt,
  html: async () => (await import("../formats/extract-html.ts")).extractHtml,
  md: async () => (await import("../formats/extract-markdown.ts")).extractMarkdown,
  csv: async () => (await import("../formats/extract-csv.ts")).extractCsv,
  txt: async () => (await import("../formats/extract-plain-text.ts")).extractPlainText,
  eml: async () => (await import("../formats/extract-mail.ts")).extractMail,
};

export async function extractDocument({ path, fileType }: ExtractJob, sink: SegmentSink): Promise<ExtractionSummary> {
  if (fileType === "zip") throw new TypeError("Cannot extract text from a ZIP: read its members instead");
  const extract = await READERS[fileType]();
  const file = await readFile(path);
  // Parsers detach or keep their input, and refuse Node's pooled buffers.
  const summary = await extract(new Uint8Array(file.buffer as ArrayBuffer, file.byteOffset, file.byteLength), sink);
  return { ...summary, warnings: sink.warnings };
}
