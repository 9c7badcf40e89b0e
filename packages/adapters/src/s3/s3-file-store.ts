import type { MarkedFileStore } from "@assay/core/ports";
import { createBucketFileStore } from "../bucket/create-bucket-file-store.ts";
import { connectS3, type S3Options } from "./s3-client.ts";
import { s3Unavailable } from "./s3-failure.ts";
import { s3Objects } from "./s3-objects.ts";

export interface S3FileStoreOptions extends S3Options {
  /** The folder of the bucket that everything goes under; whole buckets may be shared that way. */
  readonly prefix?: string | undefined;
}

/** Keeps files in a bucket of any server that speaks S3, conditional writes (`If-None-Match`) included. */
export function createS3FileStore(options: S3FileStoreOptions): MarkedFileStore {
  return createBucketFileStore({
    objects: s3Objects(connectS3(options)),
    prefix: options.prefix,
    unavailable: s3Unavailable,
  });
}
