import type { Signer } from "@assay/core/ports";
import { createKeySigner, type SigningKeys } from "@assay/embedded/key-signer";
import { ConfigError } from "../config.ts";

/**
 * The configured key, read when it is first asked for: some runtimes await nothing while they start. Throws ConfigError
 * where it is none.
 */
export function createKeptSigner(keys: SigningKeys): () => Promise<Signer> {
  let signer: Promise<Signer> | undefined;
  return () => {
    signer ??= createKeySigner(keys).catch(() => {
      throw new ConfigError(
        "Cannot sign with CHECKPOINT_SIGNING_KEY: set it to the output of `npm run checkpoint-key:create`",
      );
    });
    return signer;
  };
}
