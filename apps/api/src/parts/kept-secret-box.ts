import type { SecretBox } from "@assay/core/ports";
import { createSecretBox, type SecretKeys } from "@assay/embedded/secret-box";

/** The configured keys, opened when they are first asked for: some runtimes await nothing while they start. */
export function createKeptSecretBox(keys: SecretKeys | undefined): () => Promise<SecretBox | undefined> {
  let box: Promise<SecretBox> | undefined;
  return async () => {
    if (!keys) return undefined;
    box ??= createSecretBox(keys);
    return box;
  };
}
