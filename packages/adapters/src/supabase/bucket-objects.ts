import { UnavailableError } from "@assay/contract";
import type { ByteRange } from "@assay/core/ports";
import type { SupabaseClient } from "@supabase/supabase-js";
import { isBucketMissing, isMissing, isTaken, toStorageFailure } from "./storage-failure.ts";
import { supabaseUnavailable } from "./supabase-unavailable.ts";

export type BucketObjects = ReturnType<typeof bucketObjects>;

const LIST_PAGE = 100;

/** The objects of one bucket; every method throws what `toStorageFailure` makes of a refusal. */
export function bucketObjects(client: SupabaseClient, bucket: string) {
  const objects = () => client.storage.from(bucket);

  async function remove(names: readonly string[]): Promise<void> {
    const { error } = await objects().remove([...names]);
    if (error) throw toStorageFailure(error);
  }

  return {
    /** Returns whether the name was free. */
    async create(
      name: string,
      body: ReadableStream<Uint8Array> | string,
      { contentType, cacheSeconds }: { contentType: string; cacheSeconds: number },
    ): Promise<boolean> {
      const { error } = await objects().upload(name, body, {
        contentType,
        cacheControl: String(cacheSeconds),
        upsert: false,
        duplex: "half",
      });
      if (error && isTaken(error)) return false;
      if (error) throw toStorageFailure(error);
      return true;
    },

    /** Writes over what is there. */
    async replace(name: string, body: string): Promise<void> {
      const { error } = await objects().upload(name, body, {
        contentType: "text/plain",
        cacheControl: "0",
        upsert: true,
      });
      if (error) throw toStorageFailure(error);
    },

    async open(name: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | null> {
      const asked = range ? objects().setHeader("Range", `bytes=${range.start}-${range.end - 1}`) : objects();
      const { data, error } = await asked.download(name).asStream();
      if (error && isMissing(error)) return null;
      if (error) throw toStorageFailure(error);
      // An answer without a body is an empty file.
      return (data as ReadableStream<Uint8Array> | null) ?? new Blob([]).stream();
    },

    /** The size by the server's own books; `null` when there is no such object. */
    async size(name: string): Promise<number | null> {
      const { data, error } = await objects().info(name);
      if (error && isMissing(error)) return null;
      if (error) throw toStorageFailure(error);
      if (typeof data.size !== "number") throw supabaseUnavailable("it did not return the size of an object");
      return data.size;
    },

    /** Names that are not there are passed over. */
    remove,

    /** Removes what lies directly in the folder. */
    async empty(folder: string): Promise<void> {
      for (let more = true; more; ) {
        const { data, error } = await objects().list(folder, { limit: LIST_PAGE });
        if (error) throw toStorageFailure(error);
        const names = data.filter(({ id }) => id !== null).map(({ name }) => `${folder}/${name}`);
        if (names.length > 0) await remove(names);
        more = names.length === LIST_PAGE;
      }
    },

    /** Throws unless the bucket is there and private. */
    async check(): Promise<void> {
      const { data, error } = await client.storage.getBucket(bucket);
      if (error && isBucketMissing(error)) throw unfit(bucket, "it is missing", error);
      if (error) throw toStorageFailure(error);
      if (data.public) throw unfit(bucket, "it is public");
    },
  };
}

const unfit = (bucket: string, current: string, cause?: unknown) =>
  new UnavailableError(
    "files",
    `Cannot keep files in the bucket '${bucket}' because it must be there and private: ${current}; run \`npm run bucket:create\``,
    { cause },
  );
