import { AssayError, isUuid } from "@assay/contract";
import { retrievalVersions, type Transaction } from "@assay/db";
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
