import { sha256Hex } from "../../digest.ts";

/** A range is checked against the digests of the parts that it touches. */
export const PART_BYTES = 1_048_576;

export interface PartDigests {
  /** Takes the next bytes of the file. */
  add(chunk: Uint8Array): Promise<void>;
  /** The SHA-256 of each part, in order. */
  end(): Promise<string[]>;
}

/** Digests the parts of a file as its bytes pass, one part in memory at a time. */
export function digestParts(): PartDigests {
  const digests: string[] = [];
  let part: Uint8Array | undefined;
  let filled = 0;

  async function close(): Promise<void> {
    if (filled > 0) digests.push(await sha256Hex(part!.subarray(0, filled)));
    filled = 0;
  }

  return {
    async add(chunk) {
      part ??= new Uint8Array(PART_BYTES);
      for (let at = 0; at < chunk.length; ) {
        const taken = chunk.subarray(at, at + PART_BYTES - filled);
        part.set(taken, filled);
        filled += taken.length;
        at += taken.length;
        if (filled === PART_BYTES) await close();
      }
    },
    async end() {
      await close();
      return digests;
    },
  };
}

export interface TappedBody {
  readonly body: ReadableStream<Uint8Array>;
  /** The digests of its parts, once all of it was read; none of a body known to be of one part. */
  end(): Promise<string[]>;
}

/** Digests the parts of what is read through it. */
export function tapParts(body: ReadableStream<Uint8Array>, sizeBytes = Number.POSITIVE_INFINITY): TappedBody {
  if (sizeBytes <= PART_BYTES) return { body, end: async () => [] };
  const parts = digestParts();
  const tap = new TransformStream<Uint8Array, Uint8Array>({
    async transform(chunk, controller) {
      await parts.add(chunk);
      controller.enqueue(chunk);
    },
  });
  return { body: body.pipeThrough(tap), end: () => parts.end() };
}
