import type { Container, FileType } from "@assay/contract";
import type { ImageType } from "../formats/read-frames.ts";
import type { ExtractFormat } from "./extract-format.ts";

/** What reads the text of each format. Loads only the parser that is needed, so that a process is ready at once. */
export const READERS: Readonly<Record<Exclude<FileType, Container>, () => Promise<ExtractFormat>>> = {
  pdf: async () => (await import("../pdf/extract-pdf.ts")).extractPdf,
  docx: async () => (await import("../office/extract-docx.ts")).extractDocx,
  xlsx: async () => (await import("../xlsx/extract-xlsx.ts")).extractXlsx,
  pptx: async () => (await import("../office/extract-pptx.ts")).extractPptx,
  odt: async () => (await import("../office/extract-odt.ts")).extractOdt,
  ods: async () => (await import("../office/extract-ods.ts")).extractOds,
  epub: async () => (await import("../formats/extract-epub.ts")).extractEpub,
  html: async () => (await import("../formats/extract-html.ts")).extractHtml,
  md: async () => (await import("../formats/extract-markdown.ts")).extractMarkdown,
  csv: async () => (await import("../formats/extract-csv.ts")).extractCsv,
  png: image("png"),
  jpg: image("jpg"),
  tiff: image("tiff"),
  webp: image("webp"),
  json: async () => (await import("../formats/extract-json.ts")).extractJson,
  yaml: async () => (await import("../formats/extract-yaml.ts")).extractYaml,
  xml: async () => (await import("../formats/extract-xml.ts")).extractXml,
  log: async () => (await import("../formats/extract-log.ts")).extractLog,
  rtf: async () => (await import("../formats/extract-rtf.ts")).extractRtf,
  xls: async () => (await import("../formats/extract-xls.ts")).extractXls,
  msg: mail("msg"),
  eml: mail("eml"),
  txt: async () => (await import("../formats/extract-plain-text.ts")).extractPlainText,
};

function image(type: ImageType): () => Promise<ExtractFormat> {
  return async () => (await import("../formats/extract-image.ts")).extractImage(type);
}

function mail(type: "eml" | "msg"): () => Promise<ExtractFormat> {
  return async () => (await import("../formats/extract-mail.ts")).extractMail(type);
}
