import { AssayConnectionError } from "./assay-error.ts";
import type { RunProgress } from "./generated/types.ts";
import { type Http, pause, type RequestOptions } from "./http.ts";

const RECONNECT_MS = 500;
const RECONNECT_MAX = 5;

/**
 * The run's progress, from now to its end. A connection that breaks is made again and continues where it was; after five
 * breaks without an event the error is thrown, and a caller may ask for the run itself from time to time.
 */
export async function* watchRun(
  http: Http,
  runId: string,
  { signal }: RequestOptions = {},
): AsyncGenerator<RunProgress> {
  let lastEventId: string | undefined;
  let breaks = 0;
  for (;;) {
    try {
      for await (const event of openStream(http, runId, lastEventId, signal)) {
        breaks = 0;
        lastEventId = event.id;
        yield JSON.parse(event.data) as RunProgress;
        if (event.name === "end") return;
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof AssayConnectionError) || breaks >= RECONNECT_MAX) throw error;
    }
    breaks += 1;
    await pause(RECONNECT_MS * breaks, signal);
  }
}

async function* openStream(http: Http, runId: string, lastEventId: string | undefined, signal?: AbortSignal) {
  const { body } = await http.send("GET", `/api/runs/${encodeURIComponent(runId)}/events`, {
    signal,
    headers: { Accept: "text/event-stream", "Last-Event-ID": lastEventId },
  });
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw new AssayConnectionError(cause);
      });
      if (done) return;
      const blocks = (text + value).split("\n\n");
      text = blocks.pop()!;
      yield* blocks.flatMap(readEvent);
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

interface ServerEvent {
  name: string;
  id: string | undefined;
  data: string;
}

function readEvent(block: string): ServerEvent[] {
  const fields = new Map<string, string>();
  for (const line of block.split("\n")) {
    const at = line.indexOf(":");
    if (at > 0) fields.set(line.slice(0, at), line.slice(at + 1).trimStart());
  }
  const data = fields.get("data");
  return data === undefined ? [] : [{ name: fields.get("event") ?? "message", id: fields.get("id"), data }];
}
