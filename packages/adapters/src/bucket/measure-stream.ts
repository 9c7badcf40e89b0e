import { createHash } from "node:crypto";
import { AssayError } from "@assay/contract";
import type { StoredFile } from "@assay/core/ports";
import { tapStream } from "./tap-stream.ts";
import type { Unavailable } from "./unavailable.ts";

export interface MeasuredStream {
  readonly stream: ReadableStream<Uint8Array>;
  /** What passed; `undefined` until all of it has. */
  result(): StoredFile | undefined;
  /** Why it was interrupted, when that was not its reader's doing. */
  failure(): unknown;
}

/** Counts and hashes what passes, one chunk in memory at a time, and fails with FILE_TOO_LARGE at the limit. */
export function measureStream(source: ReadableStream<Uint8Array>, limitBytes: number): MeasuredStream {
  const hash = createHash("sha256");
  let sizeBytes = 0;
  let result: StoredFile | undefined;
  let failure: unknown;
  const stream = tapStream(source, {
    onChunk(chunk) {
      sizeBytes += chunk.byteLength;
      if (sizeBytes > limitBytes) throw tooLarge(limitBytes);
      hash.update(chunk);
    },
    onEnd() {
      result = { sizeBytes, sha256: hash.digest("hex") };
    },
    toFailure(error) {
      failure = error;
      return error;
    },
  });
  return { stream, result: () => result, failure: () => failure };
}

/** Reads all of it, one chunk in memory at a time; `onChunk` is waited for before the next is read. */
export async function hashStream(
  source: ReadableStream<Uint8Array>,
  onChunk?: (chunk: Uint8Array) => Promise<void>,
): Promise<StoredFile> {
  const { stream, result } = measureStream(source, Number.POSITIVE_INFINITY);
  await stream.pipeTo(new WritableStream({ write: onChunk }));
  return result()!;
}

/** Breaks off with SERVICE_UNAVAILABLE when less comes than was stored: a cut connection must not look like the end. */
export function expectLength(
  source: ReadableStream<Uint8Array>,
  sizeBytes: number,
  unavailable: Unavailable,
): ReadableStream<Uint8Array> {
  let received = 0;
  return tapStream(source, {
    onChunk(chunk) {
      received += chunk.byteLength;
    },
    onEnd() {
      if (received !== sizeBytes)
        throw unavailable(`a stored file of ${sizeBytes} bytes arrived with ${received} bytes`);
    },
  });
}

function tooLarge(limitBytes: number): AssayError {
  return new AssayError("FILE_TOO_LARGE", `Cannot store a file because it must have at most ${limitBytes} bytes`, {
    details: { limitBytes },
  });
}
