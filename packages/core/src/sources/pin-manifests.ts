import type { PinnedManifest } from "@assay/contract";
import { sourceManifests, type Transaction } from "@assay/db";
import { asc, desc, eq } from "drizzle-orm";

/** Of each source the last manifest, by the sources' names. Null where there is none. */
export async function pinManifests(tx: Transaction, tenantId: string): Promise<PinnedManifest[] | null> {
  const rows = await tx
    .selectDistinctOn([sourceManifests.source], {
      source: sourceManifests.source,
      manifestId: sourceManifests.id,
      sha256: sourceManifests.payloadHash,
      closedAt: sourceManifests.closedAt,
    })
    .from(sourceManifests)
    .where(eq(sourceManifests.tenantId, tenantId))
    .orderBy(asc(sourceManifests.source), desc(sourceManifests.sequence));
  if (rows.length === 0) return null;
  return rows
    .map(({ closedAt, ...row }) => ({ ...row, closedAt: closedAt.toISOString() }))
    .sort((a, b) => (a.source < b.source ? -1 : 1));
}
