import { AssayError } from "@assay/contract";
import { retrievalVersions, type Transaction } from "@assay/db";
import { desc, isNotNull } from "drizzle-orm";
import type { AssessorCard, EmbedderCard, Models } from "../ports/models.ts";
import { findActiveVersion, type RetrievalVersion } from "./active-version.ts";
import { canRun, findModels } from "./find-models.ts";

const LOOKED_AT_MAX = 100;
const OFFERED_MAX = 5;

/**
 * The models that a new run of the version asks. Throws INVALID_STATE where this deployment does not run all that it pins,
 * with the versions on offer (`details.onOffer`): the active one first, then the newest.
 */
export async function findModelsOfRun(
  tx: Transaction,
  models: Models,
  version: RetrievalVersion,
): Promise<{ embedder: EmbedderCard; assessor: AssessorCard }> {
  try {
    return findModels(models, version);
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    const onOffer = await listOnOffer(tx, models);
    const offer = onOffer.length > 0 ? `on offer: ${onOffer.join(", ")}` : "none is on offer: restart the service";
    throw new AssayError(error.code, `${error.message}; name another engine version, ${offer}`, {
      details: { ...error.details, retrievalVersionId: version.id, onOffer },
    });
  }
}

async function listOnOffer(tx: Transaction, models: Models): Promise<string[]> {
  const active = await findActiveVersion(tx);
  const newest = await tx
    .select()
    .from(retrievalVersions)
    // One that was never activated may lack vectors.
    .where(isNotNull(retrievalVersions.activatedAt))
    .orderBy(desc(retrievalVersions.createdAt), desc(retrievalVersions.id))
    .limit(LOOKED_AT_MAX);
  const all = [...(active ? [active] : []), ...newest.filter(({ id }) => id !== active?.id)];
  return all
    .filter((version) => canRun(models, version))
    .slice(0, OFFERED_MAX)
    .map(({ id }) => id);
}
