import { createKeySigner, type SigningKeys } from "@assay/adapters/key-signer";
import type { Signer } from "@assay/core/ports";

/** The configured key, read when it is first asked for: some runtimes await nothing while they start. */
export function createKeptSigner(keys: SigningKeys): () => Promise<Signer> {
  let signer: Promise<Signer> | undefined;
  return () => {
    signer ??= createKeySigner(keys);
    return signer;
  };
}
