import { AssayConnectionError } from "../assay-error.ts";
import type { Trace, TraceHeader, TraceSpan } from "../generated/admin-types.ts";
import { path, type RequestOptions } from "../http.ts";
import { Resource } from "../resource.ts";

/** A trace on its way. `batches` can be read once; to stop in the middle, leave the loop or abort the signal. */
export interface TraceStream extends TraceHeader {
  /** In the order in which the spans began. */
  readonly batches: AsyncIterable<TraceSpan[]>;
}

/** What happened in a run, as spans without evidence or prompts. */
export class Traces extends Resource {
  /** The whole trace at once; for a large one see `stream`. */
  get(runId: string, options: RequestOptions = {}): Promise<Trace> {
    return this.http.json<Trace>("GET", path`/api/admin/traces/${runId}`, options);
  }

  /** The trace as it arrives: how many spans there are first, then the spans in batches. */
  async stream(runId: string, options: RequestOptions = {}): Promise<TraceStream> {
    return readTraceLines((await this.lines(runId, options)).body!, options);
  }

  /** The bytes of `stream`, for `readTraceLines` elsewhere, such as in a worker. */
  lines(runId: string, options: RequestOptions = {}): Promise<Response> {
    return this.http.send("GET", path`/api/admin/traces/${runId}`, {
      ...options,
      headers: { Accept: "application/x-ndjson" },
    });
  }
}

/** Reads a trace in lines: the header, then a span in each. Throws AssayConnectionError where they are interrupted. */
export async function readTraceLines(
  body: ReadableStream<Uint8Array>,
  { signal }: RequestOptions = {},
): Promise<TraceStream> {
  const lines = readLines(body, signal);
  const first = await lines.next();
  if (first.done) throw brokenOff();
  const [header, ...spans] = first.value as [TraceHeader, ...TraceSpan[]];
  return { ...header, batches: readBatches(spans, lines) };
}

async function* readBatches(first: TraceSpan[], lines: AsyncGenerator<unknown[]>): AsyncGenerator<TraceSpan[]> {
  try {
    if (first.length > 0) yield first;
    for await (const batch of lines) yield batch as TraceSpan[];
  } finally {
    await lines.return(undefined);
  }
}

/** What has come in whole lines, each time some has. */
async function* readLines(body: ReadableStream<Uint8Array>, signal?: AbortSignal): AsyncGenerator<unknown[]> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let open: string[] = [];
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        signal?.throwIfAborted();
        throw new AssayConnectionError(cause);
      });
      if (done) break;
      const end = value.lastIndexOf("\n");
      if (end < 0) {
        open.push(value);
        continue;
      }
      // No line break is inside a line: JSON escapes them.
      const whole = [...open, value.slice(0, end)].join("");
      open = [value.slice(end + 1)];
      yield JSON.parse(`[${whole.replaceAll("\n", ",")}]`) as unknown[];
    }
    if (open.some((text) => text !== "")) throw brokenOff();
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function brokenOff(): AssayConnectionError {
  return new AssayConnectionError(new Error("The trace ended in the middle of a line"));
}
