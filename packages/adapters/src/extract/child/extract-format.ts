import type { ExtractionSummary } from "@assay/core/ports";
import type { SegmentSink } from "./segment-sink.ts";

/** Reads one file into `sink`. */
export type ExtractFormat = (
  bytes: Uint8Array<ArrayBuffer>,
  sink: SegmentSink,
) => Promise<Omit<ExtractionSummary, "warnings">>;
