import type { TraceSpan } from "@assay/contract";
import type { RunTrace } from "@assay/core/runs";

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
    end: "",
  });
}

interface Form {
  readonly begin: string;
  batch(spans: readonly TraceSpan[], at: number): string;
  readonly end: string;
}

/** Reads a batch no sooner than the reader takes it, and none once it has gone. An error of the first batch is thrown. */
async function streamBatches(batches: RunTrace["batches"], form: Form): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  let next: IteratorResult<TraceSpan[], undefined> | undefined = await batches.next();
  let at = 0;
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(form.begin)),
    async pull(controller) {
      const { done, value } = next ?? (await batches.next());
      next = undefined;
      if (!done) return controller.enqueue(encoder.encode(form.batch(value, at++)));
      if (form.end !== "") controller.enqueue(encoder.encode(form.end));
      controller.close();
    },
    async cancel() {
      await batches.return(undefined);
    },
  });
}
