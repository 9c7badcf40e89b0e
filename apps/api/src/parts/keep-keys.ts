import { keepCheckpointKeys } from "@assay/core/audit";
import type { PublicSigningKey, Signer } from "@assay/core/ports";
import type { Database } from "@assay/db";
import type { Logger } from "../logger.ts";

/** Keeps the public keys of checkpoints in the database, so that old signatures verify whichever key comes next. */
export async function keepKeys(
  db: Database,
  signer: Signer,
  logger: Logger,
  further: readonly PublicSigningKey[] = [],
): Promise<void> {
  const kept = await keepCheckpointKeys(db, signer, further);
  if (kept.length > 0)
    logger.info("checkpoint.keys_kept", { keyId: signer.keyId, earlier: kept.map(({ kid }) => kid) });
}
