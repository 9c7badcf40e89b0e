import { sourceManifests, type Transaction } from "@assay/db";
import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { damagedManifest, findDamagedManifests } from "./compare-manifests.ts";
import type { ManifestRow } from "./to-manifest.ts";

/** The sources that a table has, as the query `name`, from one to the next, so that its other rows are not read. */
export function listNames(name: string, table: SQL, tenantId: string): SQL {
  const query = sql.raw(name);
  return sql`${query} as (
    (select held.source as name from ${table} held where held.tenant_id = ${tenantId} order by held.source limit 1)
    union all
    select (select held.source from ${table} held where held.tenant_id = ${tenantId} and held.source > before.name
      order by held.source limit 1)
    from ${query} before where before.name is not null)`;
}

/** Of one source, as it is stored. */
export async function findLastManifest(
  tx: Transaction,
  tenantId: string,
  source: string,
): Promise<ManifestRow | undefined> {
  const [last] = await tx
    .select()
    .from(sourceManifests)
    .where(and(eq(sourceManifests.tenantId, tenantId), eq(sourceManifests.source, source)))
    .orderBy(desc(sourceManifests.sequence))
    .limit(1);
  return last;
}

/** As above. Throws INTEGRITY_ERROR where it is not stored as it was signed. */
export async function findSoundLast(
  tx: Transaction,
  tenantId: string,
  source: string,
): Promise<ManifestRow | undefined> {
  const last = await findLastManifest(tx, tenantId, source);
  if (last && (await findDamagedManifests(tx, tenantId, [last])).size > 0) throw damagedManifest(last.id);
  return last;
}

/** The id of the last manifest of each source, as `last`: to be selected from, after `with recursive`. */
export function lastManifests(tenantId: string): SQL {
  return sql`${listNames("synced", sql`${sourceManifests}`, tenantId)},
    last as (
      select synced.name, newest.id
      from synced cross join lateral (
        select manifest.id
        from ${sourceManifests} manifest
        where manifest.tenant_id = ${tenantId} and manifest.source = synced.name
        order by manifest.sequence desc limit 1) newest)`;
}
