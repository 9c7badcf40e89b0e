import { ensureBucket } from "@assay/adapters/supabase";
import { sealedSize } from "@assay/core/file-keys";
import { ConfigError } from "../config.ts";
import { readProcessConfig } from "../read-process-config.ts";
import { runCommand } from "./run-command.ts";

/** Makes the private bucket that original files are kept in, or fixes the one that is there. */
await runCommand(async () => {
  const config = readProcessConfig(process.env);
  const { SUPABASE_URL: url, SUPABASE_SECRET_KEY: secretKey, SUPABASE_BUCKET: bucket } = config;
  if (!url || !secretKey)
    throw new ConfigError("Cannot create a bucket because SUPABASE_URL and SUPABASE_SECRET_KEY must be set");
  // A file of an archive is kept as it is inside, and may be larger than what can be uploaded.
  const largest = Math.max(config.MAX_UPLOAD_BYTES, config.ARCHIVE_BYTES_MAX);
  const limitBytes = config.FILES_KEY || config.FILES_KMS ? sealedSize(largest) : largest;
  const { created, mended } = await ensureBucket({ url, secretKey, bucket, limitBytes });
  if (created) console.log(`Created the private bucket '${bucket}' for files of at most ${limitBytes} bytes`);
  else if (mended.length === 0)
    console.log(`Nothing to do: the bucket '${bucket}' is private and has the right limits`);
  else console.log(`Corrected the bucket '${bucket}': ${mended.join(", ")}`);
});
