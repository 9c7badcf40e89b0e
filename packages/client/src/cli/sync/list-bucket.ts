import { basename } from "node:path";
import { Readable } from "node:stream";
import type { ReadableStream as NodeStream } from "node:stream/web";
import { CommandError, usageError } from "../exit-codes.ts";
import { type Digest, digestStream } from "./digest-stream.ts";
import { type FolderEntry, findPathFault, type Listing, type ListOptions, type UnreadEntry } from "./folder-entry.ts";
import type { KnownDigests } from "./known-digests.ts";
import type { Bucket, BucketObject } from "./open-bucket.ts";

const OBJECTS_MAX = 100_000;
const HASHED_AT_ONCE = 6;

interface Found extends BucketObject {
  readonly path: string;
}

/**
 * The objects under a bucket's prefix. What has the entity tag, size and time that it had when it was last hashed on this
 * machine is not read again, unless its tag is none of its bytes. Throws CommandError SERVICE where the bucket cannot be listed.
 */
export async function listBucket(
  bucket: Bucket,
  known: KnownDigests,
  { exclude, signal, onProgress }: ListOptions,
): Promise<Listing> {
  const found: Found[] = [];
  const unread: UnreadEntry[] = [];
  const taken = new Set<string>();
  let skipped = 0;
  for await (const object of bucket.list()) {
    const path = object.key.slice(bucket.prefix.length).normalize("NFC");
    const names = path.split("/");
    // Consoles make an empty object for each folder.
    if (path === "" || path.endsWith("/")) continue;
    if (names.some((_, at) => exclude(names.slice(0, at + 1).join("/"), at < names.length - 1))) continue;
    if (names.some((name) => name.startsWith(".") && name !== "." && name !== "..")) {
      skipped++;
      continue;
    }
    const fault = findPathFault(path, taken) ?? findNameFault(names);
    taken.add(path);
    if (fault) unread.push({ path, reason: fault });
    else found.push({ ...object, path });
    if (found.length + unread.length > OBJECTS_MAX)
      throw usageError(`There are over ${OBJECTS_MAX} objects: sync smaller prefixes`);
  }
  const digests = new Map<string, Digest>();
  const waiting = [...found];
  const worker = async () => {
    for (let object = waiting.shift(); object; object = waiting.shift()) {
      const digest = known.find(object) ?? (await hashAndKeep(bucket, known, object, signal));
      if (typeof digest === "string") unread.push({ path: object.path, reason: digest });
      else digests.set(object.path, digest);
      onProgress(digests.size);
    }
  };
  await Promise.all(Array.from({ length: HASHED_AT_ONCE }, worker));
  const hashed = found.filter(({ path }) => digests.has(path));
  await known.keep(hashed.map((object) => ({ ...object, sha256: digests.get(object.path)!.sha256 })));
  const entries = hashed.map((object) => toEntry(bucket, object, digests.get(object.path)!));
  return { entries, unread, skipped };
}

/** An address with such a name is one of another object. */
function findNameFault(names: readonly string[]): string | undefined {
  return names.some((name) => name === "" || name === "." || name === "..")
    ? "a part of its name is empty, '.' or '..'"
    : undefined;
}

async function hashAndKeep(bucket: Bucket, known: KnownDigests, object: Found, signal: AbortSignal) {
  const digest = await hash(bucket, object, signal);
  if (typeof digest !== "string") await known.add({ ...object, sha256: digest.sha256 });
  return digest;
}

/** Why it cannot be read, or what is in it. */
async function hash(bucket: Bucket, object: Found, signal: AbortSignal): Promise<string | Digest> {
  try {
    const digest = await digestStream(readChunks(bucket, object));
    return digest.bytes === object.bytes ? digest : "the bucket does not give it out whole";
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof CommandError) return error.message;
    return "the bucket does not give it out whole";
  }
}

async function* readChunks(bucket: Bucket, object: BucketObject): AsyncGenerator<Uint8Array> {
  yield* Readable.fromWeb((await bucket.read(object)) as NodeStream<Uint8Array>) as AsyncIterable<Uint8Array>;
}

/** What is read as it is opened goes out by the first try. */
function toEntry(bucket: Bucket, object: Found, digest: Digest): FolderEntry {
  const open = async () => {
    const opened = [await bucket.read(object)];
    const again = () => Readable.toWeb(Readable.from(readChunks(bucket, object))) as ReadableStream<Uint8Array>;
    return { name: basename(object.path), size: object.bytes, stream: () => opened.pop() ?? again() };
  };
  return { path: object.path, ...digest, open };
}
