import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { Readable } from "node:stream";
import type { FileSource } from "../upload-file.ts";

/**
 * A file on disk, for `documents.upload`: read while it is sent, in little memory, and again for each attempt. Throws what
 * `stat` of `node:fs` throws, and TypeError for a folder.
 *
 * @example
 * await assay.documents.uploadAndWait(await fileFromPath("evidence/policy.pdf"));
 */
export async function fileFromPath(path: string, { name = basename(path) } = {}): Promise<FileSource> {
  const found = await stat(path);
  if (!found.isFile()) throw new TypeError(`Cannot upload '${path}' because it must be a file`);
  // No byte more than the length that is announced.
  const range = found.size > 0 ? { end: found.size - 1 } : {};
  return {
    name,
    size: found.size,
    stream: () => Readable.toWeb(createReadStream(path, range)) as ReadableStream<Uint8Array>,
  };
}
