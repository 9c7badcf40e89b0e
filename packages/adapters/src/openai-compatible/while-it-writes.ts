import { ModelError } from "@assay/contract";
import type { CallTime } from "../model-calls/index.ts";
import { SERVER } from "./post-json.ts";

export interface WritingTime extends CallTime {
  /** For the first word; it is no time of the call, whose own begins with that word. */
  readonly firstWordMs: number;
  /** For each further word. */
  readonly idleMs: number;
}

/** Waits for a model as long as it writes: one that hangs is left long before one that is slow. Throws MODEL_TIMEOUT. */
export async function whileItWrites<T>(
  { signal, hold, firstWordMs, idleMs }: WritingTime,
  call: (signal: AbortSignal, onWord: () => void) => Promise<T>,
): Promise<T> {
  const silence = new AbortController();
  const began = Promise.withResolvers<void>();
  let waitsMs = firstWordMs;
  const hangs = () => silence.abort();
  let timer = setTimeout(hangs, waitsMs);
  const onWord = () => {
    began.resolve();
    clearTimeout(timer);
    waitsMs = idleMs;
    timer = setTimeout(hangs, waitsMs);
  };
  const calling = call(AbortSignal.any([signal, silence.signal]), onWord);
  const ended = calling.then(
    () => began.resolve(),
    () => began.resolve(),
  );
  try {
    await hold(() => began.promise);
    return await calling;
  } catch (error) {
    signal.throwIfAborted();
    if (!silence.signal.aborted) throw error;
    throw new ModelError(
      "MODEL_TIMEOUT",
      `Cannot get an answer from ${SERVER} because it wrote nothing for ${waitsMs} ms`,
    );
  } finally {
    await ended;
    clearTimeout(timer);
  }
}
