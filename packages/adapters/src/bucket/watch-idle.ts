import { tapStream } from "./tap-stream.ts";
import type { Unavailable } from "./unavailable.ts";

export interface IdleWatch {
  /** Aborts when the watch runs out. */
  readonly signal: AbortSignal;
  start(): void;
  stop(): void;
  /** Ends the transfer: fetch reads on from the source of a request that has failed, unless the source fails too. */
  end(reason: unknown): void;
  /** Runs while the other side takes what was read, and rests while `source` is waited for. */
  whileSending(source: ReadableStream<Uint8Array>): ReadableStream<Uint8Array>;
  /** Runs while the other side is waited for, and rests while the reader is. */
  whileReceiving(source: ReadableStream<Uint8Array>): ReadableStream<Uint8Array>;
}

/** Tells a transfer that is slow from one that stands still. */
export function watchIdle(timeoutMs: number, unavailable: Unavailable): IdleWatch {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(timer);
  const start = () => {
    stop();
    if (controller.signal.aborted) return;
    timer = setTimeout(() => controller.abort(new Error(`Received nothing for ${timeoutMs} ms`)), timeoutMs);
  };
  const end = (reason: unknown) => {
    stop();
    controller.abort(reason);
  };
  return {
    signal: controller.signal,
    start,
    stop,
    end,
    whileSending: (source) =>
      tapStream(source, {
        beforeRead() {
          stop();
          controller.signal.throwIfAborted();
        },
        afterRead: start,
        onCancel: stop,
        // Workers end a request whose source fails as if that were all; one that is aborted is interrupted.
        toFailure(error) {
          end(error);
          return error;
        },
      }),
    whileReceiving: (source) =>
      tapStream(source, {
        beforeRead: start,
        afterRead: stop,
        onCancel: stop,
        toFailure: (cause) => unavailable("its reply was cut off", { cause }),
      }),
  };
}
