import { readFile } from "node:fs/promises";
import { isContainer } from "@assay/contract";
import type { ExtractionSummary } from "../extraction.ts";
import type { ExtractJob } from "../messages.ts";
import { listSignatures } from "../signatures/list-signatures.ts";
import { READERS } from "./readers.ts";
import type { SegmentSink } from "./segment-sink.ts";

export async function extractDocument(
  { path, fileType, encoding }: ExtractJob,
  sink: SegmentSink,
): Promise<ExtractionSummary> {
  if (isContainer(fileType)) throw new TypeError("Cannot extract text from an archive: read its members instead");
  const extract = await READERS[fileType]();
  const file = await readFile(path);
  // Parsers detach or keep their input, and refuse Node's pooled buffers.
  const bytes = new Uint8Array(file.buffer as ArrayBuffer, file.byteOffset, file.byteLength);
  const signatures = await listSignatures(fileType, bytes, () => sink.progress());
  const summary = await extract(bytes, sink, { encoding });
  return { encoding: null, signatures, ...summary, warnings: sink.warnings };
}
