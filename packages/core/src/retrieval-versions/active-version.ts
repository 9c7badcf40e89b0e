import { AssayError, isUuid } from "@assay/contract";
import { retrievalVersions, type Transaction, tenants } from "@assay/db";
import { desc, eq, isNotNull } from "drizzle-orm";

export type RetrievalVersion = typeof retrievalVersions.$inferSelect;

/** The version that new runs pin; undefined before the first start. */
export async function findActiveVersion(tx: Transaction): Promise<RetrievalVersion | undefined> {
  const [version] = await tx
    .select()
    .from(retrievalVersions)
    .where(isNotNull(retrievalVersions.activatedAt))
    .orderBy(desc(retrievalVersions.activatedAt), desc(retrievalVersions.id))
    .limit(1);
  return version;
}

/** The named version, or the active one. Throws NOT_FOUND. */
export async function getRetrievalVersion(tx: Transaction, id?: string): Promise<RetrievalVersion> {
  if (id === undefined) {
    const inForce = await findActiveVersion(tx);
    if (!inForce)
      throw new Error("Cannot find a retrieval version in force: start the service once to create the first one");
    return inForce;
  }
  const [version] = isUuid(id) ? await tx.select().from(retrievalVersions).where(eq(retrievalVersions.id, id)) : [];
  if (!version) throw new AssayError("NOT_FOUND", `Cannot find retrieval version '${id}'`, { details: { id } });
  return version;
}

/** The named version, or the one that new runs of the tenant pin: that it is bound to, else the active one. Throws NOT_FOUND. */
export async function getVersionOf(tx: Transaction, tenantId: string, id?: string): Promise<RetrievalVersion> {
  return getRetrievalVersion(tx, id ?? (await findBoundId(tx, tenantId)));
}

/** As `getVersionOf`; undefined before the first start. */
export async function findVersionOf(tx: Transaction, tenantId: string): Promise<RetrievalVersion | undefined> {
  const bound = await findBoundId(tx, tenantId);
  return bound === undefined ? findActiveVersion(tx) : getRetrievalVersion(tx, bound);
}

async function findBoundId(tx: Transaction, tenantId: string): Promise<string | undefined> {
  const bound = { id: tenants.retrievalVersionId };
  const [row] = await tx.select(bound).from(tenants).where(eq(tenants.id, tenantId));
  return row?.id ?? undefined;
}
