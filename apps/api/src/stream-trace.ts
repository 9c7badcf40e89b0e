import type { RunTrace } from "@assay/core/runs";
import { streamBatches } from "./stream-batches.ts";

/** One JSON reply, `{ traceId, rootSpanId, spans }`. */
export async function traceJson({ traceId, rootSpanId, batches }: RunTrace): Promise<ReadableStream<Uint8Array>> {
  const head = JSON.stringify({ traceId, rootSpanId });
  const begin = `${head.slice(0, -1)},"spans":[`;
  return streamBatches(batches, {
    begin,
    batch: (spans, at) => `${at === 0 ? "" : ","}${spans.map((span) => JSON.stringify(span)).join(",")}`,
    end: "]}",
  });
}

/** A line with the header, then a line for each span. */
export async function traceLines({ batches, ...header }: RunTrace): Promise<ReadableStream<Uint8Array>> {
  return streamBatches(batches, {
    begin: `${JSON.stringify(header)}\n`,
    batch: (spans) => spans.map((span) => `${JSON.stringify(span)}\n`).join(""),
  });
}
