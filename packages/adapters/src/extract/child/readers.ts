import type { FileType } from "@assay/contract";
import type { ExtractFormat } from "./extract-format.ts";

/** The formats that hold no other files. Loads only the parser that is needed, so that a process is ready at once. */
export const READERS: Readonly<Record<Exclude<FileType, "zip" | "eml">, () => Promise<ExtractFormat>>> = {
  pdf: async () => (await import("../pdf/extract-pdf.ts")).extractPdf,
  docx: async () => (await import("../office/extract-docx.ts")).extractDocx,
  xlsx: async () => (await import("../xlsx/extract-xlsx.ts")).extractXlsx,
  pptx: async () => (await import("../office/extract-pptx.ts")).extractPptx,
  odt: async () => (await import("../office/extract-odt.ts")).extractOdt,
  html: async () => (await import("../formats/extract-html.ts")).extractHtml,
  md: async () => (await import("../formats/extract-markdown.ts")).extractMarkdown,
  csv: async () => (await import("../formats/extract-csv.ts")).extractCsv,
  txt: async () => (await import("../formats/extract-plain-text.ts")).extractPlainText,
};
