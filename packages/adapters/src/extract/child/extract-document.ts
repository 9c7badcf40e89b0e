import { readFile } from "node:fs/promises";
import type { ExtractionSummary } from "@assay/core/ports";
import type { ExtractJob } from "../messages.ts";
import { READERS } from "./readers.ts";
import type { SegmentSink } from "./segment-sink.ts";

/** A mail is read by itself, its attachments by these. */
const ALL_READERS = { ...READERS, eml: async () => (await import("../formats/extract-mail.ts")).extractMail };

export async function extractDocument({ path, fileType }: ExtractJob, sink: SegmentSink): Promise<ExtractionSummary> {
  if (fileType === "zip") throw new TypeError("Cannot extract text from a ZIP: read its members instead");
  const extract = await ALL_READERS[fileType]();
  const file = await readFile(path);
  // Parsers detach or keep their input, and refuse Node's pooled buffers.
  const summary = await extract(new Uint8Array(file.buffer as ArrayBuffer, file.byteOffset, file.byteLength), sink);
  return { ...summary, warnings: sink.warnings };
}
