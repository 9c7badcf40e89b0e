import type { CheckpointStore } from "@assay/core/ports";
import { createCheckpointFolder } from "@assay/embedded/checkpoint-folder";
import type { Config } from "../config.ts";
import { remoteCheckpoints } from "./remote-checkpoints.ts";

/** Everywhere that checkpoints go by themselves; none where the operator set none. */
export function configuredCheckpoints(config: Config): CheckpointStore[] {
  const { CHECKPOINT_FOLDER } = config;
  return [...(CHECKPOINT_FOLDER ? [createCheckpointFolder(CHECKPOINT_FOLDER)] : []), ...remoteCheckpoints(config)];
}
