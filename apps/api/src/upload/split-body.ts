/** The body of a request, taken in pieces of a size that the reader chooses. */
export interface SplitBody {
  /** Whether more of it came; false at its end, and once the connection broke. */
  hasMore(): Promise<boolean>;
  /** Up to `bytesMax` of what comes next, or all until the connection breaks. */
  take(bytesMax: number): ReadableStream<Uint8Array>;
  /** Lets go of the rest, so that it can be drained. */
  release(): void;
}

/** A break ends the body and is no error of it, so that what has come is kept. */
export function splitBody(body: ReadableStream<Uint8Array> | null): SplitBody {
  const reader = body?.getReader();
  let held: Uint8Array | undefined;
  let ended = reader === undefined;

  async function fill(): Promise<Uint8Array | undefined> {
    while (!ended && (held === undefined || held.length === 0)) {
      try {
        const { done, value } = await reader!.read();
        ended = done;
        held = value;
      } catch {
        ended = true;
        held = undefined;
      }
    }
    return held?.length ? held : undefined;
  }

  return {
    hasMore: async () => (await fill()) !== undefined,
    take(bytesMax) {
      let left = bytesMax;
      return new ReadableStream<Uint8Array>(
        {
          async pull(controller) {
            const next = left > 0 ? await fill() : undefined;
            if (next === undefined) return controller.close();
            const taken = next.subarray(0, left);
            held = next.subarray(taken.length);
            left -= taken.length;
            controller.enqueue(taken);
          },
        },
        { highWaterMark: 0 },
      );
    },
    release: () => reader?.releaseLock(),
  };
}
