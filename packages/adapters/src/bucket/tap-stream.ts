export interface Tap {
  beforeRead?(): void;
  afterRead?(): void;
  onChunk?(chunk: Uint8Array): void;
  onEnd?(): void;
  /** Returns what to fail with; asked for what `onChunk` and `onEnd` throw too. */
  toFailure?(error: unknown): unknown;
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
          await reader.cancel(error).catch(() => {});
          throw tap.toFailure ? tap.toFailure(error) : error;
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
