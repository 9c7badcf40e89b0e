import { retrievalVersions, type Transaction, tenants } from "@assay/db";
import { inArray, isNotNull } from "drizzle-orm";
import { asSystem } from "../tenancy/transact.ts";
import { getRetrievalVersion, getVersionOf } from "./active-version.ts";

/** By their names, those that search guidance: a tenant's own is searched by its version alone, the deployment's by all in use. */
export async function listEmbeddersOf(tx: Transaction, ownerTenantId: string | null): Promise<readonly string[]> {
  return ownerTenantId === null ? listEmbeddersInUse(tx) : [(await getVersionOf(tx, ownerTenantId)).embedderModel];
}

/** By their names: that of the active version, then those of versions that tenants are bound to. In a tenant's transaction. */
async function listEmbeddersInUse(tx: Transaction): Promise<readonly string[]> {
  const active = await getRetrievalVersion(tx);
  const bound = await asSystem(tx, () =>
    tx.selectDistinct({ id: tenants.retrievalVersionId }).from(tenants).where(isNotNull(tenants.retrievalVersionId)),
  );
  if (bound.length === 0) return [active.embedderModel];
  const ids = bound.map(({ id }) => id!);
  const versions = await tx
    .select({ model: retrievalVersions.embedderModel })
    .from(retrievalVersions)
    .where(inArray(retrievalVersions.id, ids))
    .orderBy(retrievalVersions.embedderModel);
  return [...new Set([active.embedderModel, ...versions.map(({ model }) => model)])];
}
