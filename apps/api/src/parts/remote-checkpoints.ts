import { createS3CheckpointStore } from "@assay/adapters/s3";
import { createWitness } from "@assay/adapters/witness";
import type { CheckpointStore } from "@assay/core/ports";
import type { Config } from "../config.ts";

/** Where checkpoints go outside of this machine. */
export function remoteCheckpoints(config: Config): CheckpointStore[] {
  const { CHECKPOINT_S3_ENDPOINT, CHECKPOINT_S3_BUCKET, CHECKPOINT_WITNESS_URL } = config;
  const { CHECKPOINT_S3_ACCESS_KEY_ID, CHECKPOINT_S3_SECRET_ACCESS_KEY } = config;
  const stores: CheckpointStore[] = [];
  if (CHECKPOINT_S3_ENDPOINT && CHECKPOINT_S3_BUCKET && CHECKPOINT_S3_ACCESS_KEY_ID && CHECKPOINT_S3_SECRET_ACCESS_KEY)
    stores.push(
      createS3CheckpointStore({
        endpoint: CHECKPOINT_S3_ENDPOINT,
        bucket: CHECKPOINT_S3_BUCKET,
        region: config.CHECKPOINT_S3_REGION,
        accessKeyId: CHECKPOINT_S3_ACCESS_KEY_ID,
        secretAccessKey: CHECKPOINT_S3_SECRET_ACCESS_KEY,
        pathStyle: config.CHECKPOINT_S3_PATH_STYLE,
        lockDays: config.CHECKPOINT_S3_LOCK_DAYS,
      }),
    );
  if (CHECKPOINT_WITNESS_URL) stores.push(createWitness({ url: CHECKPOINT_WITNESS_URL }));
  return stores;
}
