import { createHash } from "node:crypto";
import { once } from "node:events";
import { createWriteStream, type WriteStream } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { type Duplex, PassThrough, pipeline } from "node:stream";
import { crc32, createInflateRaw } from "node:zlib";
import type { ZipEntry } from "@assay/core/documents/file-type";
import type { MemberSource } from "../messages.ts";
import { keepTail } from "./keep-tail.ts";

export const HEAD_BYTES = 64 * 1024;
export const TAIL_BYTES = 4 * 1024 * 1024;

export interface InflatedEntry {
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
  readonly sizeBytes: number;
  readonly sha256: string;
}

export interface InflateOptions {
  /** Also writes the bytes to this file. */
  readonly copyTo: string | null;
  /** Told of all bytes as they come out; what it throws ends the work. */
  onBytes(count: number): void;
}

/** Inflates an entry to know what it really is; `null` if it is damaged or not what its directory says. */
export async function inflateEntry(
  handle: FileHandle,
  entry: ZipEntry,
  source: MemberSource,
  { copyTo, onBytes }: InflateOptions,
): Promise<InflatedEntry | null> {
  const hash = createHash("sha256");
  const tail = keepTail(TAIL_BYTES);
  let head = new Uint8Array();
  let sizeBytes = 0;
  let checksum = 0;
  await using copy = copyTo === null ? null : openCopy(copyTo);
  try {
    for await (const chunk of readInflated(handle, source)) {
      sizeBytes += chunk.length;
      onBytes(chunk.length);
      // A size that lies makes the entry worthless, but its bytes still count: only so is a bomb told from damage.
      if (sizeBytes > entry.declaredBytes) continue;
      hash.update(chunk);
      checksum = crc32(chunk, checksum);
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)]);
      tail.push(chunk);
      await copy?.write(chunk);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code?.startsWith("Z_")) return null;
    throw error;
  }
  if (sizeBytes !== entry.declaredBytes || checksum !== entry.crc32) return null;
  return { head, tail: tail.read(), sizeBytes, sha256: hash.digest("hex") };
}

function readInflated(
  handle: FileHandle,
  { start, compressedBytes, deflated }: MemberSource,
): AsyncIterable<Uint8Array> {
  if (compressedBytes === 0) return new PassThrough().end();
  const raw = handle.createReadStream({ start, end: start + compressedBytes - 1, autoClose: false });
  return deflated ? (pipeline(raw, createInflateRaw({ chunkSize: 64 * 1024 }), () => undefined) as Duplex) : raw;
}

function openCopy(path: string): { write(chunk: Uint8Array): Promise<void> } & AsyncDisposable {
  const stream: WriteStream = createWriteStream(path, { mode: 0o600 });
  // Heard here, as an error that nobody hears ends the process under the next write.
  stream.on("error", () => {});
  return {
    async write(chunk) {
      if (stream.errored) throw stream.errored;
      if (!stream.write(chunk)) await once(stream, "drain");
    },
    async [Symbol.asyncDispose]() {
      stream.end();
      if (!stream.closed) await once(stream, "close");
    },
  };
}
