import { DocumentError } from "@assay/contract";
import type { FileStore, MarkedFileStore, StoredFile } from "../ports/file-store.ts";
import { isSameFile, nullWhereMissing } from "../stored-file.ts";
import type { FileKey, FileKeys } from "./open-file-keys.ts";
import {
  damaged,
  type FileSecret,
  HEADER_BYTES,
  newFileSecret,
  openFileSecret,
  openRange,
  openTrailer,
  openWhole,
  plainSize,
  type StartSha256,
  sealedRange,
  sealedSize,
  sealFile,
  TRAILER_BYTES,
  tooLarge,
} from "./seal-parts.ts";

export interface EncryptOptions {
  readonly store: MarkedFileStore;
  readonly keys: FileKeys;
  readonly startSha256: StartSha256;
}

export type EncryptingFileStore = MarkedFileStore & Required<Pick<FileStore, "encrypt">>;

/** Guidance belongs to no tenant, and is public. */
const OF_NO_TENANT = "00000000-0000-0000-0000-000000000000";
const KEY = /^[0-9a-f-]+(\/[0-9a-f-]+)*$/;

interface Place {
  readonly location: string;
  /** Undefined for a file that is stored as it was uploaded. */
  readonly key: FileKey | undefined;
}

/**
 * Encrypts files with the key of their tenant, the first part of their name. A file under the key K is stored as `K/<name>`;
 * one that was stored before stays where it is, and readable. All sizes and checksums are of what was uploaded. Files whose
 * key is destroyed are OBJECT_MISSING.
 */
export function createEncryptingFileStore({ store, keys, startSha256 }: EncryptOptions): EncryptingFileStore {
  async function placesOf(name: string): Promise<Place[]> {
    const plain = { location: name, key: undefined };
    const tenantId = tenantOf(name);
    if (!tenantId) return [plain];
    const places = (await keys.list(tenantId)).map((key) => ({ location: `${key.id}/${name}`, key }));
    return [...places, plain];
  }

  /** The first place that gives something; `act` gives null where there is none. */
  async function first<T>(name: string, act: (place: Place) => Promise<T | null>): Promise<T | null> {
    for (const place of await placesOf(name)) {
      if (place.key?.secret === null) continue;
      const found = await act(place);
      if (found !== null) return found;
    }
    return null;
  }

  async function readSecret({ location, key }: Place): Promise<FileSecret> {
    const header = await bytes(await store.get(location, { start: 0, end: HEADER_BYTES }));
    return openFileSecret({ secret: key!.secret!, location }, header);
  }

  async function statAt(place: Place): Promise<StoredFile | null> {
    const stored = await store.stat(place.location);
    if (!stored || !place.key) return stored;
    const sizeBytes = plainSize(stored.sizeBytes);
    // What is there is not what was stored: its own size and checksum say so.
    if (sizeBytes === undefined) return stored;
    try {
      const end = stored.sizeBytes;
      const trailer = await bytes(await store.get(place.location, { start: end - TRAILER_BYTES, end }));
      const recorded = await openTrailer(trailer, await readSecret(place));
      return { ...recorded, sizeBytes };
    } catch (error) {
      if (isDamage(error)) return stored;
      return nullWhereMissing(error);
    }
  }

  async function openAt(place: Place, range: Parameters<FileStore["get"]>[1]) {
    const { location, key } = place;
    if (!key) return store.get(location, range);
    if (!range) return openWhole(await store.get(location), { secret: key.secret!, location });
    const stored = await store.stat(location);
    if (!stored) return null;
    const sizeBytes = plainSize(stored.sizeBytes);
    if (sizeBytes === undefined || range.end > sizeBytes) throw damaged();
    const secret = await readSecret(place);
    return openRange(await store.get(location, sealedRange(range, sizeBytes)), secret, range, sizeBytes);
  }

  async function rehashAt(place: Place, onChunk: Parameters<FileStore["rehash"]>[1]): Promise<StoredFile | null> {
    if (!place.key) return store.rehash(place.location, onChunk);
    try {
      const body = await openAt(place, undefined);
      return await measure(body!, { startSha256, onChunk });
    } catch (error) {
      if (isDamage(error)) return store.rehash(place.location);
      return nullWhereMissing(error);
    }
  }

  async function putAt(
    { location, key }: Place,
    body: ReadableStream<Uint8Array>,
    limitBytes: number,
  ): Promise<StoredFile> {
    const secret = await newFileSecret({ secret: key!.secret!, location });
    const sealing = sealFile(body, secret, { limitBytes, startSha256 });
    try {
      await store.put(location, sealing.stream, { limitBytes: sealedSize(Math.min(limitBytes, 2 ** 50)) });
    } catch (error) {
      const given = sealing.result();
      const standing = given && (await statAt({ location, key }));
      // Stored before, or by a first try whose reply was lost: no two encryptions of a file are equal.
      if (!standing || !isSameFile(standing, given)) throw error;
    }
    return sealing.result()!;
  }

  async function activePlace(tenantId: string, name: string): Promise<Place> {
    const key = await keys.active(tenantId);
    return { location: `${key.id}/${name}`, key };
  }

  return {
    async put(name, body, { limitBytes }) {
      const tenantId = tenantOf(name);
      if (!tenantId) return store.put(name, body, { limitBytes });
      const active = await activePlace(tenantId, name);
      const earlier = (await placesOf(name)).filter(({ location }) => location !== active.location);
      for (const place of earlier) {
        const standing = place.key?.secret === null ? null : await statAt(place);
        if (!standing) continue;
        if (isSameFile(standing, await measure(body, { startSha256, limitBytes }))) return standing;
        throw new Error("Cannot store a file because the key already holds other bytes: a key is written once");
      }
      return putAt(active, body, limitBytes);
    },

    async get(name, range) {
      const body = await first(name, (place) => openAt(place, range).catch(nullWhereMissing));
      if (body) return body;
      throw new DocumentError("OBJECT_MISSING", "Cannot read a stored file because it is missing");
    },

    stat: (name) => first(name, statAt),
    rehash: (name, onChunk) => first(name, (place) => rehashAt(place, onChunk)),

    async delete(name) {
      for (const { location } of await placesOf(name)) await store.delete(location);
    },

    async encrypt(name, recorded) {
      const tenantId = tenantOf(name);
      if (!tenantId) return "found";
      const active = await activePlace(tenantId, name);
      const others = (await placesOf(name)).filter(({ location }) => location !== active.location);
      const standing = await statAt(active);
      if (standing && !isSameFile(standing, recorded)) return "damaged";
      if (!standing) {
        const body = await first(name, (place) => openAt(place, undefined).catch(nullWhereMissing));
        if (!body) return "missing";
        const stored = await putAt(active, body, recorded.sizeBytes).catch(nullWhereOther);
        if (!stored || !isSameFile(stored, recorded)) {
          await store.delete(active.location);
          return "damaged";
        }
      }
      for (const { location } of others) await store.delete(location);
      return standing ? "found" : "encrypted";
    },

    check: () => store.check(),
    readMarker: () => store.readMarker(),
    writeMarker: (text) => store.writeMarker(text),
  };
}

function tenantOf(name: string): string | undefined {
  if (!KEY.test(name))
    throw new TypeError(
      `Cannot use a file key because it must match ${KEY.source}: current value is ${JSON.stringify(name)}`,
    );
  const [tenantId] = name.split("/");
  return tenantId === OF_NO_TENANT ? undefined : tenantId;
}

async function bytes(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  return new Uint8Array(await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer());
}

interface Measuring {
  readonly startSha256: StartSha256;
  readonly limitBytes?: number;
  readonly onChunk?: ((chunk: Uint8Array) => Promise<void>) | undefined;
}

async function measure(
  stream: ReadableStream<Uint8Array>,
  { startSha256, limitBytes = Number.POSITIVE_INFINITY, onChunk }: Measuring,
): Promise<StoredFile> {
  const hash = startSha256();
  let sizeBytes = 0;
  const sink = new WritableStream<Uint8Array>({
    async write(chunk) {
      sizeBytes += chunk.length;
      if (sizeBytes > limitBytes) throw tooLarge(limitBytes);
      hash.update(chunk);
      await onChunk?.(chunk);
    },
  });
  await stream.pipeTo(sink);
  return { sizeBytes, sha256: hash.digest() };
}

const isDamage = (error: unknown) => error instanceof DocumentError && error.code === "HASH_MISMATCH";

/** Other bytes than were recorded. */
function nullWhereOther(error: unknown): null {
  if (error instanceof Error && "code" in error && ["FILE_TOO_LARGE", "HASH_MISMATCH"].includes(String(error.code)))
    return null;
  throw error;
}
