import { createHash } from "node:crypto";

export interface Digest {
  readonly sha256: string;
  readonly bytes: number;
}

/** Reads a stream to its end. */
export async function digestStream(chunks: AsyncIterable<Uint8Array>): Promise<Digest> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of chunks) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { sha256: hash.digest("hex"), bytes };
}
