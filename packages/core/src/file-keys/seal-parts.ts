import { AssayError, DocumentError } from "@assay/contract";
import type { ByteRange, StoredFile } from "../ports/file-store.ts";

/** Hashes bytes as they pass. */
interface RunningHash {
  update(bytes: Uint8Array): void;
  /** Lowercase hex. */
  digest(): string;
}

export type StartSha256 = () => RunningHash;

/** `assay-e1`: a later form has another. */
const MAGIC = new TextEncoder().encode("assay-e1");
const SALT_BYTES = 32;
export const HEADER_BYTES = MAGIC.length + SALT_BYTES;
/** Of a file, encrypted on its own: what a range costs at most twice. */
export const SEALED_PART_BYTES = 65_536;
const TAG_BYTES = 16;
const CELL_BYTES = SEALED_PART_BYTES + TAG_BYTES;
const DIGEST_BYTES = 32;
export const TRAILER_BYTES = DIGEST_BYTES + 8 + TAG_BYTES;
/** The trailer's number: no file has as many parts. */
const TRAILER_INDEX = 0xffff_ffff;

/** What the parts of one file are encrypted with: derived from the tenant's key for this file alone. */
export interface FileSecret {
  readonly key: CryptoKey;
  readonly header: Uint8Array;
}

/** Binds a file's secret to where the file is, whose it is and under which key. */
type Of = { readonly secret: CryptoKey; readonly location: string };

/** Of a new file: no two have the same secret, so that a part's number is enough as its nonce. */
export async function newFileSecret(of: Of): Promise<FileSecret> {
  const header = new Uint8Array(HEADER_BYTES);
  header.set(MAGIC);
  header.set(crypto.getRandomValues(new Uint8Array(SALT_BYTES)), MAGIC.length);
  return openFileSecret(of, header);
}

/** Throws HASH_MISMATCH for a header that no file has. */
export async function openFileSecret({ secret, location }: Of, header: Uint8Array): Promise<FileSecret> {
  if (header.length !== HEADER_BYTES || MAGIC.some((byte, at) => header[at] !== byte)) throw damaged();
  const salt = header.slice(MAGIC.length);
  const info = new TextEncoder().encode(`assay file 1:${location}`);
  const algorithm = { name: "AES-GCM", length: 256 };
  const usages: KeyUsage[] = ["encrypt", "decrypt"];
  const key = await crypto.subtle.deriveKey(
    { name: "HKDF", hash: "SHA-256", salt, info },
    secret,
    algorithm,
    false,
    usages,
  );
  return { key, header };
}

/** How many bytes a file takes when it is encrypted. */
export function sealedSize(sizeBytes: number): number {
  return HEADER_BYTES + sizeBytes + partsOf(sizeBytes) * TAG_BYTES + TRAILER_BYTES;
}

/** How many bytes the encrypted file has when it is read; undefined where no file takes so many. */
export function plainSize(sealedBytes: number): number | undefined {
  const cells = sealedBytes - HEADER_BYTES - TRAILER_BYTES;
  const size = cells - Math.ceil(cells / CELL_BYTES) * TAG_BYTES;
  return size >= 0 && sealedSize(size) === sealedBytes ? size : undefined;
}

/** An empty file has one part without bytes. */
const partsOf = (sizeBytes: number) => Math.max(1, Math.ceil(sizeBytes / SEALED_PART_BYTES));

export interface Sealing {
  readonly stream: ReadableStream<Uint8Array>;
  /** What was encrypted; undefined until all of it was. */
  result(): StoredFile | undefined;
}

/** Encrypts what passes, a part in memory at a time, and fails with FILE_TOO_LARGE at the limit. */
export function sealFile(
  body: ReadableStream<Uint8Array>,
  { key, header }: FileSecret,
  { limitBytes, startSha256 }: { readonly limitBytes: number; readonly startSha256: StartSha256 },
): Sealing {
  const hash = startSha256();
  let result: StoredFile | undefined;
  async function* cells(): AsyncGenerator<Uint8Array, void> {
    yield header;
    const part = new Uint8Array(SEALED_PART_BYTES);
    let [filled, index, sizeBytes] = [0, 0, 0];
    for await (const chunk of chunksOf(body)) {
      sizeBytes += chunk.length;
      if (sizeBytes > limitBytes) throw tooLarge(limitBytes);
      hash.update(chunk);
      for (let rest = chunk; rest.length > 0; ) {
        // A full part goes when more comes: the last one says that it is.
        if (filled === part.length) {
          yield await seal(key, part, { index, isLast: false });
          index += 1;
          filled = 0;
        }
        const taken = rest.subarray(0, part.length - filled);
        part.set(taken, filled);
        filled += taken.length;
        rest = rest.subarray(taken.length);
      }
    }
    yield await seal(key, part.subarray(0, filled), { index, isLast: true });
    const stored = { sizeBytes, sha256: hash.digest() };
    yield await seal(key, toTrailer(stored), TRAILER);
    result = stored;
  }
  return { stream: toStream(cells()), result: () => result };
}

/** The whole file, each part checked before it is passed on. Throws HASH_MISMATCH where one is not what was stored. */
export function openWhole(sealed: ReadableStream<Uint8Array>, of: Of): ReadableStream<Uint8Array> {
  async function* parts(): AsyncGenerator<Uint8Array, void> {
    const reader = bytesOf(sealed);
    try {
      const { key } = await openFileSecret(of, await reader.take(HEADER_BYTES));
      let sizeBytes = 0;
      for (let index = 0; ; index += 1) {
        // What is behind a part that is not the last one is more than a trailer.
        const isLast = !(await reader.has(CELL_BYTES + TRAILER_BYTES + 1));
        const cell = await reader.take(isLast ? reader.left() - TRAILER_BYTES : CELL_BYTES);
        const part = await open(key, cell, { index, isLast });
        sizeBytes += part.length;
        if (isLast && fromTrailer(await open(key, await reader.take(TRAILER_BYTES), TRAILER)).sizeBytes !== sizeBytes)
          throw damaged();
        if (part.length > 0) yield part;
        if (isLast) return;
      }
    } finally {
      await reader.cancel();
    }
  }
  return toStream(parts());
}

/** The bytes of the encrypted file that a range needs. */
export function sealedRange({ start, end }: ByteRange, sizeBytes: number): ByteRange {
  const first = Math.floor(start / SEALED_PART_BYTES);
  const last = Math.ceil(end / SEALED_PART_BYTES);
  const isToEnd = last >= partsOf(sizeBytes);
  return {
    start: HEADER_BYTES + first * CELL_BYTES,
    end: isToEnd ? sealedSize(sizeBytes) - TRAILER_BYTES : HEADER_BYTES + last * CELL_BYTES,
  };
}

/** A range of what `sealedRange` names. Throws HASH_MISMATCH where a part is not what was stored. */
export function openRange(
  sealed: ReadableStream<Uint8Array>,
  { key }: FileSecret,
  { start, end }: ByteRange,
  sizeBytes: number,
): ReadableStream<Uint8Array> {
  async function* parts(): AsyncGenerator<Uint8Array, void> {
    const reader = bytesOf(sealed);
    try {
      for (let index = Math.floor(start / SEALED_PART_BYTES); index * SEALED_PART_BYTES < end; index += 1) {
        const from = index * SEALED_PART_BYTES;
        const isLast = index === partsOf(sizeBytes) - 1;
        const length = isLast ? sizeBytes - from : SEALED_PART_BYTES;
        const part = await open(key, await reader.take(length + TAG_BYTES), { index, isLast });
        yield part.subarray(Math.max(0, start - from), end - from);
      }
    } finally {
      await reader.cancel();
    }
  }
  return toStream(parts());
}

/** What `put` recorded, from the last bytes of the encrypted file. Throws HASH_MISMATCH where they are not what was stored. */
export async function openTrailer(trailer: Uint8Array, { key }: FileSecret): Promise<StoredFile> {
  return fromTrailer(await open(key, trailer, TRAILER));
}

interface Position {
  readonly index: number;
  readonly isLast: boolean;
}

const TRAILER: Position = { index: TRAILER_INDEX, isLast: true };

/** Position, length and whether more follows are authenticated with the bytes: no part can be moved, and nothing cut off. */
function parametersOf({ index, isLast }: Position, length: number): AesGcmParams {
  const iv = new Uint8Array(12);
  new DataView(iv.buffer).setUint32(8, index);
  const additionalData = new Uint8Array(9);
  const view = new DataView(additionalData.buffer);
  view.setUint32(0, index);
  view.setUint32(4, length);
  view.setUint8(8, isLast ? 1 : 0);
  return { name: "AES-GCM", iv, additionalData };
}

async function seal(key: CryptoKey, part: Uint8Array, position: Position): Promise<Uint8Array> {
  const bytes = part as Uint8Array<ArrayBuffer>;
  return new Uint8Array(await crypto.subtle.encrypt(parametersOf(position, part.length), key, bytes));
}

async function open(key: CryptoKey, cell: Uint8Array, position: Position): Promise<Uint8Array> {
  if (cell.length < TAG_BYTES) throw damaged();
  const parameters = parametersOf(position, cell.length - TAG_BYTES);
  try {
    return new Uint8Array(await crypto.subtle.decrypt(parameters, key, cell as Uint8Array<ArrayBuffer>));
  } catch (error) {
    throw damaged(error);
  }
}

function toTrailer({ sizeBytes, sha256 }: StoredFile): Uint8Array {
  const trailer = new Uint8Array(DIGEST_BYTES + 8);
  trailer.set(Uint8Array.from(sha256.match(/../g)!, (pair) => Number.parseInt(pair, 16)));
  new DataView(trailer.buffer).setBigUint64(DIGEST_BYTES, BigInt(sizeBytes));
  return trailer;
}

function fromTrailer(trailer: Uint8Array): StoredFile {
  const sha256 = Array.from(trailer.subarray(0, DIGEST_BYTES), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const sizeBytes = Number(new DataView(trailer.buffer, trailer.byteOffset).getBigUint64(DIGEST_BYTES));
  return { sizeBytes, sha256 };
}

/** Takes exact numbers of bytes from a stream. */
function bytesOf(stream: ReadableStream<Uint8Array>) {
  const reader = stream.getReader();
  const waiting: Uint8Array[] = [];
  let held = 0;
  async function has(bytes: number): Promise<boolean> {
    while (held < bytes) {
      const { done, value } = await reader.read();
      if (done) return false;
      waiting.push(value);
      held += value.length;
    }
    return true;
  }
  return {
    has,
    /** What is held when no more comes. */
    left: () => held,
    async take(bytes: number): Promise<Uint8Array> {
      if (bytes < 0 || !(await has(bytes))) throw damaged();
      const taken = new Uint8Array(bytes);
      for (let filled = 0; filled < bytes; ) {
        const [next] = waiting as [Uint8Array];
        const part = next.subarray(0, bytes - filled);
        taken.set(part, filled);
        filled += part.length;
        if (part.length === next.length) waiting.shift();
        else waiting[0] = next.subarray(part.length);
      }
      held -= bytes;
      return taken;
    },
    cancel: () => reader.cancel(),
  };
}

async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const reader = stream.getReader();
  let ended = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      ended = done;
      if (done) return;
      yield value;
    }
  } catch (error) {
    ended = true;
    throw error;
  } finally {
    if (!ended) await reader.cancel();
  }
}

/** Pulls no more than is asked for. */
function toStream(chunks: AsyncGenerator<Uint8Array, void>): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: async () => void (await chunks.return()),
    },
    { highWaterMark: 0 },
  );
}

export function damaged(cause?: unknown): DocumentError {
  return new DocumentError(
    "HASH_MISMATCH",
    "Cannot trust the stored file because it is not the one that was uploaded",
    {
      cause,
    },
  );
}

export function tooLarge(limitBytes: number): AssayError {
  return new AssayError("FILE_TOO_LARGE", `Cannot store a file because it must have at most ${limitBytes} bytes`, {
    details: { limitBytes },
  });
}
