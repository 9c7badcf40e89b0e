import type { PinnedManifest } from "@assay/contract";
import { rowsOf, type Transaction } from "@assay/db";
import { sql } from "drizzle-orm";
import { lastManifests } from "./last-manifests.ts";

interface PinnedRow extends Omit<PinnedManifest, "closedAt"> {
  readonly closedAt: Date | string;
}

/** Of each source the last manifest, by the sources' names. Null where there is none. */
export async function pinManifests(tx: Transaction, tenantId: string): Promise<PinnedManifest[] | null> {
  const rows = await rowsOf<PinnedRow>(
    tx,
    sql`
    with recursive ${lastManifests(tenantId)}
    select name as source, id as "manifestId", payload_hash as sha256, closed_at as "closedAt" from last`,
  );
  if (rows.length === 0) return null;
  return rows
    .map(({ closedAt, ...row }) => ({ ...row, closedAt: new Date(closedAt).toISOString() }))
    .sort((a, b) => (a.source < b.source ? -1 : 1));
}
