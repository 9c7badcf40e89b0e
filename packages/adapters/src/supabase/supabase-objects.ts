import { UnavailableError } from "@assay/contract";
import type { ByteRange } from "@assay/core/ports";
import type { SupabaseClient } from "@supabase/supabase-js";
import type { BucketObjects } from "../bucket/bucket-objects.ts";
import { isBucketMissing, isMissing, isTaken, toStorageFailure } from "./storage-failure.ts";
import { supabaseUnavailable } from "./supabase-unavailable.ts";

const LIST_PAGE = 100;

/** The objects of one bucket; every method throws what `toStorageFailure` makes of a refusal. */
export function supabaseObjects(client: () => Promise<SupabaseClient>, bucket: string): BucketObjects {
  const objects = async () => (await client()).storage.from(bucket);

  async function remove(names: readonly string[]): Promise<void> {
    const { error } = await (await objects()).remove([...names]);
    if (error) throw toStorageFailure(error);
  }

  return {
    async create(name, body, { contentType, cacheSeconds }) {
      const { error } = await (await objects()).upload(name, body, {
        contentType,
        cacheControl: String(cacheSeconds),
        upsert: false,
        duplex: "half",
      });
      if (error && isTaken(error)) return false;
      if (error) throw toStorageFailure(error);
      return true;
    },

    async replace(name, body) {
      const { error } = await (await objects()).upload(name, body, {
        contentType: "text/plain",
        cacheControl: "0",
        upsert: true,
      });
      if (error) throw toStorageFailure(error);
    },

    async open(name: string, range?: ByteRange) {
      const all = await objects();
      const asked = range ? all.setHeader("Range", `bytes=${range.start}-${range.end - 1}`) : all;
      const { data, error } = await asked.download(name).asStream();
      if (error && isMissing(error)) return null;
      if (error) throw toStorageFailure(error);
      // An answer without a body is an empty file.
      return (data as ReadableStream<Uint8Array> | null) ?? new Blob([]).stream();
    },

    async size(name) {
      const { data, error } = await (await objects()).info(name);
      if (error && isMissing(error)) return null;
      if (error) throw toStorageFailure(error);
      if (typeof data.size !== "number") throw supabaseUnavailable("it did not return the size of an object");
      return data.size;
    },

    remove,

    async empty(folder) {
      for (let more = true; more; ) {
        const { data, error } = await (await objects()).list(folder, { limit: LIST_PAGE });
        if (error) throw toStorageFailure(error);
        const names = data.filter(({ id }) => id !== null).map(({ name }) => `${folder}/${name}`);
        if (names.length > 0) await remove(names);
        more = names.length === LIST_PAGE;
      }
    },

    async check() {
      const { data, error } = await (await client()).storage.getBucket(bucket);
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
