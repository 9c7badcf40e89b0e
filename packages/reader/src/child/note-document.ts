import type { SegmentSink } from "./segment-sink.ts";

/** Tells what was read of a document without pages, after its text; `unread` says why its images were not. */
export function noteDocument(
  sink: SegmentSink,
  unread: string | null = null,
): { pages: number; pagesWithText: number } {
  if (unread === null) sink.page({ state: sink.hasText ? "TEXT" : "EMPTY" });
  else sink.page({ state: sink.hasText ? "MIXED" : "IMAGE_ONLY", reason: unread });
  return { pages: 1, pagesWithText: sink.hasText ? 1 : 0 };
}
