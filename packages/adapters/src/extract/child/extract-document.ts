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
export async function loadFormat(fileType: Exclude<FileType, "zip">): Promise<ExtractFormat> {
  switch (fileType) {
    case "pdf":
      return (await import("../pdf/extract-pdf.ts")).extractPdf;
    case "docx":
      return (await import("../office/extract-docx.ts")).extractDocx;
    case "xlsx":
      return (await import("../xlsx/extract-xlsx.ts")).extractXlsx;
    case "pptx":
      return (await import("../office/extract-pptx.ts")).extractPptx;
    case "odt":
      return (await import("../office/extract-odt.ts")).extractOdt;
    case "html":
      return (await import("../formats/extract-html.ts")).extractHtml;
    case "md":
      return (await import("../formats/extract-markdown.ts")).extractMarkdown;
    case "csv":
      return (await import("../formats/extract-csv.ts")).extractCsv;
    case "txt":
      return (await import("../formats/extract-plain-text.ts")).extractPlainText;
    case "eml":
      return (await import("../formats/extract-mail.ts")).extractMail;
    default:
      return fileType satisfies never;
  }
}

export async function extractDocument({ path, fileType }: ExtractJob, sink: SegmentSink): Promise<ExtractionSummary> {
  if (fileType === "zip") throw new TypeError("Cannot extract text from a zip: it is walked instead");
  const extract = await loadFormat(fileType);
  const file = await readFile(path);
  // Parsers detach or keep their input, and refuse Node's pooled buffers.
  const summary = await extract(new Uint8Array(file.buffer as ArrayBuffer, file.byteOffset, file.byteLength), sink);
  return { ...summary, warnings: sink.warnings };
}
