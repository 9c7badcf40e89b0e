import type { SegmentSink } from "./segment-sink.ts";

/** Tells what was read of a document without pages, after its text. */
export function noteDocument(sink: SegmentSink): { pages: number; pagesWithText: number } {
  sink.page({ state: sink.hasText ? "TEXT" : "EMPTY" });
  return { pages: 1, pagesWithText: sink.hasText ? 1 : 0 };
}
