import type { Manifest, ManifestPayload } from "@assay/contract";
import type { sourceManifests } from "@assay/db";

export type ManifestRow = typeof sourceManifests.$inferSelect;

/** `names` are those of who closed the syncs. */
export function toManifest(row: ManifestRow, names: Readonly<Record<string, string>>, isSigned: boolean): Manifest {
  const { fileCount, notHeldCount, bytes } = JSON.parse(row.payload) as ManifestPayload;
  return {
    id: row.id,
    source: row.source,
    sequence: row.sequence,
    planId: row.planId,
    fileCount,
    notHeldCount,
    bytes,
    closedAt: row.closedAt.toISOString(),
    closedBy: row.closedBy,
    closedByName: names[row.closedBy] ?? null,
    payload: row.payload,
    payloadHash: row.payloadHash,
    signature: row.signature,
    keyId: row.keyId,
    valid: isSigned,
  };
}
