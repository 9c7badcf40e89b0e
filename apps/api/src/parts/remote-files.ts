import { createS3FileStore, type S3FileStoreOptions } from "@assay/adapters/s3";
import type { MarkedFileStore } from "@assay/core/ports";
import type { Config } from "../config.ts";
import { asConfigError } from "./as-config-error.ts";

/** The bucket of an S3-compatible server; undefined where it is not configured. */
export function s3Options(config: Config): S3FileStoreOptions | undefined {
  const { S3_BUCKET, S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = config;
  if (!S3_BUCKET || !S3_ENDPOINT || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return undefined;
  return {
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    region: config.S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    pathStyle: config.S3_PATH_STYLE,
    prefix: config.S3_PATH_PREFIX || undefined,
  };
}

/** Where files are kept outside of this machine: in a bucket of S3, else of Supabase. Throws ConfigError. */
export function remoteFiles(
  config: Config,
  supabase: { readonly files: MarkedFileStore } | undefined,
): MarkedFileStore | undefined {
  const s3 = s3Options(config);
  return s3 ? asConfigError(() => createS3FileStore(s3)) : supabase?.files;
}
