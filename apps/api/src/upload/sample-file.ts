const HEAD_BYTES = 64 * 1024;
const TAIL_BYTES = 4 * 1024 * 1024;

export interface FileEnds {
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
}

/** Lets a stream through and keeps its first 64 KiB and last 4 MiB: what tells a file's type and a ZIP's directory. */
export function sampleFile(): { through: TransformStream<Uint8Array, Uint8Array>; ends(): FileEnds } {
  const head: Uint8Array[] = [];
  const tail: Uint8Array[] = [];
  let headLength = 0;
  let tailLength = 0;
  const through = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      if (headLength < HEAD_BYTES) {
        head.push(chunk.slice(0, HEAD_BYTES - headLength));
        headLength += head.at(-1)!.length;
      }
      tail.push(chunk);
      tailLength += chunk.length;
      while (tailLength - tail[0]!.length >= TAIL_BYTES) tailLength -= tail.shift()!.length;
      controller.enqueue(chunk);
    },
  });
  return {
    through,
    ends: () => ({ head: concat(head), tail: concat(tail).subarray(-TAIL_BYTES) }),
  };
}

function concat(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
