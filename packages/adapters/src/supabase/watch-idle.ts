import { supabaseUnavailable } from "./supabase-unavailable.ts";
import { tapStream } from "./tap-stream.ts";

export interface IdleWatch {
  /** Aborts when the watch runs out. */
  readonly signal: AbortSignal;
  start(): void;
  stop(): void;
  /** Runs while the other side takes what was read, and rests while `source` is waited for. */
  whileSending(source: ReadableStream<Uint8Array>): ReadableStream<Uint8Array>;
  /** Runs while the other side is waited for, and rests while the reader is. */
  whileReceiving(source: ReadableStream<Uint8Array>): ReadableStream<Uint8Array>;
}

/** Tells a transfer that is slow from one that stands still. */
export function watchIdle(timeoutMs: number): IdleWatch {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(timer);
  const start = () => {
    stop();
    timer = setTimeout(() => controller.abort(new Error(`Nothing was heard for ${timeoutMs} ms`)), timeoutMs);
  };
  return {
    signal: controller.signal,
    start,
    stop,
    whileSending: (source) => tapStream(source, { beforeRead: stop, afterRead: start, onCancel: stop }),
    whileReceiving: (source) =>
      tapStream(source, {
        beforeRead: start,
        afterRead: stop,
        onCancel: stop,
        toFailure: (cause) => supabaseUnavailable("its answer broke off", { cause }),
      }),
  };
}
