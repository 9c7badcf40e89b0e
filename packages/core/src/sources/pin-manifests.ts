import type { PinnedManifest } from "@assay/contract";
import { rowsOf, type Transaction } from "@assay/db";
import { sql } from "drizzle-orm";
import { damagedManifest, readSoundManifests } from "./compare-manifests.ts";
import { findGone, lastManifests, type ReadLast } from "./last-manifests.ts";

/**
 * Of each source the last manifest, by the sources' names. Null where there is none. Throws INTEGRITY_ERROR for one that is
 * not stored as it was signed, or is gone.
 */
export async function pinManifests(tx: Transaction, tenantId: string): Promise<PinnedManifest[] | null> {
  const last = await rowsOf<ReadLast & { id: string }>(
    tx,
    sql`with recursive ${lastManifests(tenantId)} select name as source, id from last`,
  );
  const ids = last.map(({ id }) => id);
  const sound = await readSoundManifests(tx, tenantId, ids);
  const pinned = ids
    .map((id) => {
      const row = sound.get(id);
      if (!row) throw damagedManifest(id);
      return {
        source: row.source,
        manifestId: id,
        sha256: row.payloadHash,
        closedAt: row.closedAt.toISOString(),
      };
    })
    .sort((a, b) => (a.source < b.source ? -1 : 1));
  const [gone] = await findGone(tx, tenantId, last, "ALL");
  if (gone) throw damagedManifest(gone.id);
  return pinned.length === 0 ? null : pinned;
}
