import { DocumentError } from "@assay/contract";
import type { ByteRange, MarkedFileStore, StoredFile } from "@assay/core/ports";
import type { BucketObjects } from "./bucket-objects.ts";
import { publishRecord, readRecord, sameContent } from "./file-records.ts";
import { folderNames } from "./folder-names.ts";
import { expectLength, hashStream, measureStream } from "./measure-stream.ts";
import type { Unavailable } from "./unavailable.ts";

export interface BucketFileStoreOptions {
  readonly objects: BucketObjects;
  /** The folder of the bucket that everything goes under; whole buckets may be shared that way. */
  readonly prefix?: string | undefined;
  readonly unavailable: Unavailable;
}

const YEAR_SECONDS = 31_536_000;

/**
 * Keeps files in a bucket. A file is a folder `<key>.file` of two objects: the bytes under a name
 * of their own, and `record.json`, which names them and their checksum. The checksum is known only after the last byte,
 * when an object's own metadata can no longer be written; and a file is there from the moment that its record is, whole.
 */
export function createBucketFileStore({ objects, prefix, unavailable }: BucketFileStoreOptions): MarkedFileStore {
  const folderOf = folderNames(prefix);
  const marker = `${prefix === undefined ? "" : `${prefix}/`}assay-deployment.txt`;

  async function uploadBytes(name: string, body: ReadableStream<Uint8Array>, limitBytes: number): Promise<StoredFile> {
    const measured = measureStream(body, limitBytes);
    try {
      await objects.create(name, measured.stream, {
        contentType: "application/octet-stream",
        cacheSeconds: YEAR_SECONDS,
      });
    } catch (error) {
      throw measured.failure() ?? error;
    }
    const stored = measured.result();
    if (!stored) throw measured.failure() ?? unavailable("it accepted a file without reading all of it");
    return stored;
  }

  /** What a failed `put` left; a file that was there before stays. */
  async function withdraw(folder: string, bytes: string): Promise<void> {
    const record = await readRecord(objects, folder, unavailable);
    if (record?.bytes === bytes) await objects.empty(folder);
    else await objects.remove([`${folder}/${bytes}`]);
  }

  async function openBytes(folder: string, range?: ByteRange) {
    const record = await readRecord(objects, folder, unavailable);
    const body = record && (await objects.open(`${folder}/${record.bytes}`, range));
    return record && body && { ...record, body };
  }

  return {
    async put(key, body, { limitBytes }) {
      const folder = folderOf(key);
      // A name never used before: no cache and no second writer can take one file's bytes for another's.
      const bytes = crypto.randomUUID();
      try {
        const stored = await uploadBytes(`${folder}/${bytes}`, body, limitBytes);
        if (await publishRecord(objects, folder, { bytes, ...stored })) return stored;
        const standing = await readRecord(objects, folder, unavailable);
        // Ours, where the reply to a first try was lost.
        if (standing?.bytes === bytes) return stored;
        if (!sameContent(stored, standing))
          throw new Error("Cannot store a file because the key already holds other bytes: a key is written once");
        await objects.remove([`${folder}/${bytes}`]);
        return stored;
      } catch (error) {
        // What cannot be withdrawn now goes with the key's folder when the key is deleted.
        await withdraw(folder, bytes).catch(() => {});
        throw error;
      }
    },

    async get(key, range) {
      const file = await openBytes(folderOf(key), range);
      if (file) return expectLength(file.body, range ? range.end - range.start : file.sizeBytes, unavailable);
      throw new DocumentError("OBJECT_MISSING", "Cannot read a stored file because it is missing");
    },

    async stat(key) {
      const folder = folderOf(key);
      const record = await readRecord(objects, folder, unavailable);
      const sizeBytes = record && (await objects.size(`${folder}/${record.bytes}`));
      return record && sizeBytes !== null ? { sizeBytes, sha256: record.sha256 } : null;
    },

    async rehash(key, onChunk) {
      const folder = folderOf(key);
      const file = await openBytes(folder);
      if (!file) return null;
      const read = await hashStream(file.body, onChunk);
      const sizeBytes = await objects.size(`${folder}/${file.bytes}`);
      if (sizeBytes !== null && sizeBytes !== read.sizeBytes)
        throw unavailable(`a stored file of ${sizeBytes} bytes arrived with ${read.sizeBytes} bytes`);
      return read;
    },

    async delete(key) {
      await objects.empty(folderOf(key));
    },

    check: () => objects.check(),

    async readMarker() {
      const body = await objects.open(marker);
      return body && (await new Response(body).text()).trim();
    },

    writeMarker: (text) => objects.replace(marker, `${text}\n`),
  };
}
