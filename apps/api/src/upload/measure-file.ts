import { createHash } from "node:crypto";
import { AssayError } from "@assay/contract";
import type { StoredFile } from "@assay/core/ports";

/** Counts and hashes a file without storing it, up to the same limit as a store. */
export async function measureFile(
  body: ReadableStream<Uint8Array>,
  { limitBytes }: { readonly limitBytes: number },
): Promise<StoredFile> {
  const hash = createHash("sha256");
  let sizeBytes = 0;
  for await (const chunk of body) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > limitBytes)
      throw new AssayError("FILE_TOO_LARGE", `Cannot read a file because it must have at most ${limitBytes} bytes`, {
        details: { limitBytes },
      });
    hash.update(chunk);
  }
  return { sizeBytes, sha256: hash.digest("hex") };
}
