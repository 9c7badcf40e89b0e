import type { CheckpointStore } from "@assay/core/ports";
import { createCheckpointFolder } from "@assay/embedded/checkpoint-folder";
import { createCheckpointRepository } from "@assay/embedded/checkpoint-repository";
import type { Config } from "../config.ts";
import { remoteCheckpoints } from "./remote-checkpoints.ts";

/** Everywhere that checkpoints go by themselves; none where the operator set none. */
export function configuredCheckpoints(config: Config): CheckpointStore[] {
  const { CHECKPOINT_FOLDER, CHECKPOINT_GIT_URL: url, CHECKPOINT_GIT_BRANCH: branch } = config;
  return [
    ...(CHECKPOINT_FOLDER ? [createCheckpointFolder(CHECKPOINT_FOLDER)] : []),
    ...(url ? [createCheckpointRepository({ url, branch, env: process.env })] : []),
    ...remoteCheckpoints(config),
  ];
}
