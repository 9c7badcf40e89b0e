import type { ExtractionSummary } from "../extraction.ts";
import type { SegmentSink } from "./segment-sink.ts";

export interface ReadingOptions {
  /** The encoding that a person chose for a text file. */
  readonly encoding: string | null;
}

/** Reads one file into `sink`. */
export type ExtractFormat = (
  bytes: Uint8Array<ArrayBuffer>,
  sink: SegmentSink,
  options: ReadingOptions,
) => Promise<
  Pick<ExtractionSummary, "pages" | "pagesWithText"> & Partial<Pick<ExtractionSummary, "encoding" | "signatures">>
>;
