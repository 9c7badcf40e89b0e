import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { HEAD_BYTES, type InflatedEntry, type InflateOptions, openCopy, TAIL_BYTES } from "./inflate-entry.ts";
import type { StoredFile } from "./judge-member.ts";
import { keepTail } from "./keep-tail.ts";

/** Reads what lies as it is in a file, to know what it really is. */
export async function readStored(
  handle: FileHandle,
  { start, sizeBytes }: Pick<StoredFile, "start" | "sizeBytes">,
  { copyTo, onBytes }: InflateOptions,
): Promise<InflatedEntry> {
  const hash = createHash("sha256");
  const tail = keepTail(TAIL_BYTES);
  let head = new Uint8Array();
  await using copy = copyTo === null ? null : openCopy(copyTo);
  const range = { start, end: start + sizeBytes - 1, autoClose: false };
  if (sizeBytes > 0)
    for await (const chunk of handle.createReadStream(range) as AsyncIterable<Uint8Array>) {
      onBytes(chunk.length);
      hash.update(chunk);
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)]);
      tail.push(chunk);
      await copy?.write(chunk);
    }
  return { head, tail: tail.read(), sizeBytes, sha256: hash.digest("hex") };
}
