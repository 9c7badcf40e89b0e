import { AssayConnectionError, AssayTimeoutError } from "./assay-error.ts";
import type { RunProgress } from "./generated/types.ts";
import { type Http, path, pause, type RequestOptions } from "./http.ts";

const RECONNECT_MS = 500;
const RECONNECT_MAX = 5;
/** Three times the interval at which the service writes, also where nothing happens. */
const SILENCE_MS = 45_000;

/**
 * The run's progress, from now to its end. A connection that breaks is made again and continues where it was; after five
 * breaks without an event the error is thrown, and a caller may ask for the run itself from time to time.
 */
export async function* watchRun(http: Http, runId: string, options: RequestOptions = {}): AsyncGenerator<RunProgress> {
  let lastEventId: string | undefined;
  for (let breaks = 0; ; ) {
    let error: unknown;
    try {
      for await (const event of openStream(http, path`/api/runs/${runId}/events`, lastEventId, options)) {
        breaks = 0;
        lastEventId = event.id;
        yield JSON.parse(event.data) as RunProgress;
        if (event.name === "end") return;
      }
      error = new AssayConnectionError(new Error("The service ended the stream before the run"));
    } catch (thrown) {
      error = thrown;
    }
    options.signal?.throwIfAborted();
    if (!(error instanceof AssayConnectionError) || breaks >= RECONNECT_MAX) throw error;
    breaks += 1;
    await pause(RECONNECT_MS * breaks, options.signal);
  }
}

/** The blocks of a stream as they come; of one that has an id alone, `data` is empty. */
export async function* openStream(http: Http, path: string, lastEventId: string | undefined, options: RequestOptions) {
  const { body } = await http.send("GET", path, {
    ...options,
    headers: { Accept: "text/event-stream", "Last-Event-ID": lastEventId },
  });
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  try {
    for (;;) {
      const { done, value } = await readSoon(reader);
      if (done) return;
      const blocks = (text + value).split("\n\n");
      text = blocks.pop()!;
      yield* blocks.flatMap(readEvent);
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** A proxy may hold back what the service writes, or a connection end without a word. */
function readSoon(reader: ReadableStreamDefaultReader<string>): Promise<ReadableStreamReadResult<string>> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new AssayTimeoutError(SILENCE_MS)), SILENCE_MS);
    const fail = (cause: unknown) => reject(new AssayConnectionError(cause));
    void reader
      .read()
      .then(resolve, fail)
      .finally(() => clearTimeout(timer));
  });
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
  const { data = "", event: name = "message", id } = Object.fromEntries(fields) as Partial<Record<string, string>>;
  return data || id ? [{ name, id, data }] : [];
}
