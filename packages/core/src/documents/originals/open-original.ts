import { AssayError, DocumentError } from "@assay/contract";
import type { Database } from "@assay/db";
import { sha256Hex } from "../../digest.ts";
import type { ByteRange, FileStore } from "../../ports/file-store.ts";
import { inTenant } from "../../tenancy/transact.ts";
import { fileKey } from "../register-upload.ts";
import { storedFileFailure } from "../stored-files.ts";
import { digestParts, PART_BYTES } from "./digest-parts.ts";
import { findParts, type OfFile, saveParts } from "./file-parts.ts";

/** A file up to this size is read and checked as a whole before its first byte is sent. */
export const WHOLE_BYTES_MAX = 8_388_608;

export interface OriginalRequest {
  readonly db: Database;
  readonly files: FileStore;
  readonly file: OfFile;
  /** Omitted: the whole file. */
  readonly range?: ByteRange | undefined;
  /** Called where the bytes are not those that were uploaded, before or while they are sent. */
  onDamage?(): Promise<void>;
  /** Called with what breaks the stream off once it has begun. */
  onBroken?(error: unknown): void;
}

/**
 * The stored bytes of a document, each checked before it is passed on. Throws INTEGRITY_ERROR where the first of them are
 * not what was uploaded; the stream breaks off with it before later ones.
 */
export async function openOriginal(request: OriginalRequest): Promise<ReadableStream<Uint8Array>> {
  const parts = checkedParts(request);
  // The first part is checked before the response begins.
  const first = await noted(request, parts.next());
  return streamOf(request, parts, first.value || new Uint8Array());
}

/** Passes on what is to come, and says where it is damage. */
async function noted<T>({ file, onDamage }: OriginalRequest, coming: Promise<T>): Promise<T> {
  try {
    return await coming;
  } catch (thrown) {
    // A store that encrypts finds out by itself.
    const error = thrown instanceof DocumentError && thrown.code === "HASH_MISMATCH" ? damaged(file) : thrown;
    if (error instanceof AssayError && error.code === "INTEGRITY_ERROR") await onDamage?.();
    throw error;
  }
}

async function* checkedParts({ db, files, file, range }: OriginalRequest): AsyncGenerator<Uint8Array, void> {
  const { start, end } = range ?? { start: 0, end: file.sizeBytes };
  const isShort = file.sizeBytes <= WHOLE_BYTES_MAX;
  const known = isShort && (!range || file.sizeBytes <= PART_BYTES) ? undefined : await findParts(db, file);
  if (isShort && !known) {
    yield (await readWhole(files, file)).subarray(start, end);
    return;
  }
  const parts = readParts(files, file, { start, end }, known ?? (await recordParts(db, files, file)));
  if (!isShort) return yield* parts;
  const checked: Uint8Array[] = [];
  for await (const part of parts) checked.push(part);
  yield* checked;
}

async function readWhole(files: FileStore, file: OfFile): Promise<Uint8Array> {
  const bytes = new Uint8Array(file.sizeBytes);
  const filled = await fill(bytes, (await files.get(keyOf(file))).getReader());
  if (filled !== "exact" || (await sha256Hex(bytes)) !== file.sha256Hash) throw damaged(file);
  return bytes;
}

async function fill(bytes: Uint8Array, reader: ReadableStreamDefaultReader<Uint8Array>): Promise<"exact" | "other"> {
  let filled = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return filled === bytes.length ? "exact" : "other";
    if (value.length > bytes.length - filled) {
      await reader.cancel();
      return "other";
    }
    bytes.set(value, filled);
    filled += value.length;
  }
}

/** Of a file that was stored before parts were recorded: it is read once more, as a whole. */
async function recordParts(db: Database, files: FileStore, file: OfFile): Promise<string[]> {
  const parts = digestParts();
  const stored = await files.rehash(keyOf(file), (chunk) => parts.add(chunk));
  const failure = storedFileFailure(file, stored);
  if (failure) throw failure.code === "HASH_MISMATCH" ? damaged(file) : failure;
  const digests = await parts.end();
  await inTenant({ db, tenantId: file.tenantId }, (tx) => saveParts(tx, file, digests));
  return digests;
}

/** Reads whole parts, one in memory at a time, and cuts the first and the last to the range. */
async function* readParts(files: FileStore, file: OfFile, { start, end }: ByteRange, digests: readonly string[]) {
  const firstPart = Math.floor(start / PART_BYTES);
  const from = firstPart * PART_BYTES;
  const to = Math.min(Math.ceil(end / PART_BYTES) * PART_BYTES, file.sizeBytes);
  const reader = (await files.get(keyOf(file), { start: from, end: to })).getReader();
  try {
    let rest: Uint8Array = new Uint8Array();
    for (let at = from, index = firstPart; at < to; at += PART_BYTES, index += 1) {
      const part = new Uint8Array(Math.min(PART_BYTES, to - at));
      let filled = 0;
      while (filled < part.length) {
        if (rest.length === 0) {
          const { done, value } = await reader.read();
          if (done) throw damaged(file);
          rest = value;
        }
        const taken = rest.subarray(0, part.length - filled);
        part.set(taken, filled);
        filled += taken.length;
        rest = rest.subarray(taken.length);
      }
      if ((await sha256Hex(part)) !== digests[index]) throw damaged(file);
      yield part.subarray(Math.max(0, start - at), end - at);
    }
  } finally {
    await reader.cancel();
  }
}

function streamOf(
  request: OriginalRequest,
  parts: AsyncGenerator<Uint8Array, void>,
  first: Uint8Array,
): ReadableStream<Uint8Array> {
  let waiting: Uint8Array | undefined = first;
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const bytes = waiting ?? (await noted(request, parts.next())).value;
          waiting = undefined;
          if (bytes) controller.enqueue(bytes);
          else controller.close();
        } catch (error) {
          request.onBroken?.(error);
          throw error;
        }
      },
      cancel: async () => void (await parts.return(undefined)),
    },
    { highWaterMark: 0 },
  );
}

const keyOf = ({ tenantId, id }: OfFile) => fileKey({ tenantId, documentId: id });

function damaged({ id }: OfFile): AssayError {
  return new AssayError(
    "INTEGRITY_ERROR",
    `Cannot serve the original of document '${id}' because its stored bytes are not those that were uploaded`,
    { details: { objectType: "document", objectId: id } },
  );
}
