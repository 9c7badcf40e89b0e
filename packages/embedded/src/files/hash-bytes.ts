import { createHash } from "node:crypto";
import type { StoredFile } from "@assay/core/ports";

/** Counts and hashes a stream, one chunk in memory at a time; `onChunk` is waited for before the next is read. */
export async function hashBytes(
  body: ReadableStream<Uint8Array>,
  onChunk?: (chunk: Uint8Array, sizeBytes: number) => Promise<void>,
): Promise<StoredFile> {
  const hash = createHash("sha256");
  let sizeBytes = 0;
  for await (const chunk of body) {
    sizeBytes += chunk.byteLength;
    hash.update(chunk);
    await onChunk?.(chunk, sizeBytes);
  }
  return { sizeBytes, sha256: hash.digest("hex") };
}
