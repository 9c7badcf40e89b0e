export interface Tap {
  beforeRead?(): void;
  afterRead?(): void;
  onChunk?(chunk: Uint8Array): void;
  onEnd?(): void;
  /** Also of what `onChunk` and `onEnd` throw. */
  onFailure?(error: unknown): void;
  onCancel?(): void;
}

/** The same stream, looked at: nothing is read ahead, and whatever ends it frees the source. */
export function tapStream(source: ReadableStream<Uint8Array>, tap: Tap): ReadableStream<Uint8Array> {
  const reader = source.getReader();

  async function pull(stream: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    tap.beforeRead?.();
    const { done, value } = await reader.read().finally(() => tap.afterRead?.());
    if (done) {
      tap.onEnd?.();
      stream.close();
    } else {
      tap.onChunk?.(value);
      stream.enqueue(value);
    }
  }

  return new ReadableStream<Uint8Array>(
    {
      async pull(stream) {
        try {
          await pull(stream);
        } catch (error) {
          tap.onFailure?.(error);
          await reader.cancel(error).catch(() => {});
          throw error;
        }
      },
      cancel(reason) {
        tap.onCancel?.();
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
