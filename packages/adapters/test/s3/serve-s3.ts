import { type S3Double, startS3Double } from "@assay/testing/doubles/s3/start-s3";
import { onTestFinished } from "vitest";
import { createS3FileStore, type S3Options } from "../../src/s3/index.ts";

/** A server with a private bucket, and the file store on it, which tries again without waiting. */
export async function serveS3(
  changes: Partial<S3Options> = {},
  server: Parameters<typeof startS3Double>[0] = {},
): Promise<{ s3: S3Double; options: S3Options; store: ReturnType<typeof createS3FileStore> }> {
  const s3 = await startS3Double(server);
  onTestFinished(() => s3.close());
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = s3;
  const options = {
    ...{ endpoint, bucket, region, accessKeyId, secretAccessKey, pathStyle: true, wait: async () => {} },
    ...changes,
  };
  return { s3, options, store: createS3FileStore(options) };
}
