import { checkCheckpointRepository } from "@assay/embedded/checkpoint-repository";
import type { Config } from "../config.ts";
import type { Finding } from "./finding.ts";

/** Whether checkpoints can go to the git remote that is set. */
export async function checkCheckpointGit(
  { CHECKPOINT_GIT_URL: url, CHECKPOINT_GIT_BRANCH: branch }: Config,
  env: NodeJS.ProcessEnv,
): Promise<Finding[]> {
  if (!url) return [];
  const problem = await checkCheckpointRepository({ url, env });
  if (!problem) return [{ ok: true, text: `Checkpoints go to branch '${branch}' of CHECKPOINT_GIT_URL` }];
  const remedy = "install git 2.31 or later, and give it a key or a password that needs no prompt";
  return [{ ok: false, text: `${problem}; checkpoints wait: ${remedy}` }];
}
