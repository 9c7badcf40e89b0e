import { createHash } from "node:crypto";
import { once } from "node:events";
import { createWriteStream, type WriteStream } from "node:fs";
import { type FileHandle, writeFile } from "node:fs/promises";
import { type Duplex, PassThrough, pipeline } from "node:stream";
import { crc32, createInflateRaw, inflateRawSync } from "node:zlib";
import type { ZipEntry } from "@assay/contract/file-type";
import type { MemberSource } from "../messages.ts";
import { keepTail } from "./keep-tail.ts";

export const HEAD_BYTES = 64 * 1024;
export const TAIL_BYTES = 4 * 1024 * 1024;
/** Most bytes, packed and unpacked, of an entry that is inflated at once: a stream costs more than a small one itself. */
const AT_ONCE_BYTES_MAX = 4 * 1024 * 1024;

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
  options: InflateOptions,
): Promise<InflatedEntry | null> {
  const bytes = await inflateAtOnce(handle, entry, source);
  if (!bytes) return inflateInParts(handle, entry, source, options);
  options.onBytes(bytes.length);
  if (options.copyTo !== null) await writeFile(options.copyTo, bytes, { mode: 0o600 });
  if (crc32(bytes) !== entry.crc32) return null;
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { head: bytes.subarray(0, HEAD_BYTES), tail: bytes, sizeBytes: bytes.length, sha256 };
}

/** Smaller buffers share the memory of others. */
const OWN_BUFFER_BYTES_MIN = 64 * 1024;

/** Gives back the memory of an entry that is not looked at any more: until it is collected, that of many would be held. */
export function freeEntry({ tail }: InflatedEntry): void {
  freeBytes(tail);
}

/** The same for bytes that have their buffer to themselves. */
export function freeBytes(bytes: Uint8Array): void {
  const buffer = bytes.buffer as ArrayBuffer;
  if (bytes.length >= OWN_BUFFER_BYTES_MIN && !buffer.detached) buffer.transfer(0);
}

/** Entries are read one after the other: with a buffer for each, memory grows until they are collected. */
let packed: Buffer | undefined;

/** The bytes of an entry that is small and of the size that its directory says; `null` for any other. */
async function inflateAtOnce(
  handle: FileHandle,
  { declaredBytes }: ZipEntry,
  { start, compressedBytes, deflated }: MemberSource,
): Promise<Uint8Array | null> {
  if (declaredBytes === 0 || declaredBytes > AT_ONCE_BYTES_MAX || compressedBytes > AT_ONCE_BYTES_MAX) return null;
  packed ??= Buffer.allocUnsafe(AT_ONCE_BYTES_MAX);
  const { bytesRead } = await handle.read(packed, 0, compressedBytes, start);
  if (bytesRead < compressedBytes) return null;
  const raw = packed.subarray(0, compressedBytes);
  try {
    // With room for a byte more than there is, the output is one piece that nobody copies.
    const chunkSize = Math.max(64, declaredBytes + 1);
    const bytes = deflated ? inflateRawSync(raw, { chunkSize, maxOutputLength: declaredBytes }) : Buffer.from(raw);
    return bytes.length === declaredBytes ? bytes : null;
  } catch {
    return null;
  }
}

async function inflateInParts(
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

export function openCopy(path: string): { write(chunk: Uint8Array): Promise<void> } & AsyncDisposable {
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
