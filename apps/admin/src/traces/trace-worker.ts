import { readTraceLines } from "@assay/client/admin";
import { buildTrace } from "./model/build-trace.ts";
import { SpanColumns } from "./model/span-columns.ts";
import { buffersOf, type FromWorker, type ToWorker } from "./worker-messages.ts";

/** Chunks that are asked for before the one at hand is read. */
const CHUNKS_AHEAD = 8;

const about = Promise.withResolvers<Extract<ToWorker, { kind: "about" }>["about"]>();
let controller: ReadableStreamDefaultController<Uint8Array>;
const body = new ReadableStream<Uint8Array>(
  {
    start(given) {
      controller = given;
    },
    pull: () => send({ kind: "more" }),
  },
  new CountQueuingStrategy({ highWaterMark: CHUNKS_AHEAD }),
);

function send(message: FromWorker, transfer: Transferable[] = []): void {
  postMessage(message, { transfer });
}

addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
  switch (data.kind) {
    case "chunk":
      return controller.enqueue(data.bytes);
    case "end":
      return controller.close();
    case "about":
      return about.resolve(data.about);
    default:
      return data satisfies never;
  }
});

async function run(): Promise<void> {
  const { traceId, rootSpanId, total, batches } = await readTraceLines(body);
  const spans = new SpanColumns();
  for await (const batch of batches) {
    spans.add(batch);
    send({ kind: "progress", received: spans.count, total });
  }
  const trace = buildTrace(spans, { ...(await about.promise), traceId, rootSpanId });
  send({ kind: "trace", trace }, buffersOf(trace));
}

run().catch((error: unknown) =>
  send({ kind: "failed", message: error instanceof Error ? error.message : String(error) }),
);
