import type { MarkedFileStore } from "@assay/core/ports";
import { createBucketFileStore } from "../bucket/create-bucket-file-store.ts";
import { connectSupabase, type SupabaseOptions } from "./supabase-client.ts";
import { supabaseObjects } from "./supabase-objects.ts";
import { supabaseUnavailable } from "./supabase-unavailable.ts";

export interface SupabaseFileStoreOptions extends SupabaseOptions {
  /** Private; `ensureBucket` makes it. */
  readonly bucket: string;
  /** The folder of the bucket that everything goes under; whole buckets may be shared that way. */
  readonly prefix?: string | undefined;
}

/** Keeps files in a bucket of Supabase Storage. */
export function createSupabaseFileStore(options: SupabaseFileStoreOptions): MarkedFileStore {
  const { client } = connectSupabase(options);
  return createBucketFileStore({
    objects: supabaseObjects(client, options.bucket),
    prefix: options.prefix,
    unavailable: supabaseUnavailable,
  });
}
