import { auditEntries, rowsOf, sourceManifests, type Transaction } from "@assay/db";
import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { sha256Hex } from "../digest.ts";
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

/** As above. Throws INTEGRITY_ERROR where it is not stored as it was signed, or is gone. */
export async function findSoundLast(
  tx: Transaction,
  tenantId: string,
  source: string,
): Promise<ManifestRow | undefined> {
  const last = await findLastManifest(tx, tenantId, source);
  if (last && (await findDamagedManifests(tx, tenantId, [last])).size > 0) throw damagedManifest(last.id);
  const recordedId = (await readRecordedLast(tx, tenantId, [source])).get(source);
  if (recordedId !== undefined && recordedId !== last?.id) throw damagedManifest(recordedId);
  return last;
}

/**
 * By the names of sources the ids of the manifests that the audit log has as their last, whatever is stored. A sync of an
 * earlier release says of no source that it was its.
 */
export async function readRecordedLast(
  tx: Transaction,
  tenantId: string,
  sources: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const names = await Promise.all(sources.map(async (name) => [await sha256Hex(name), name] as const));
  const rows = await rowsOf<{ hash: string; id: string }>(
    tx,
    sql`
    select named.hash, entry.object_id as id
    from unnest(${sql.param(names.map(([hash]) => hash))}::text[]) as named(hash)
    cross join lateral (
      select each.object_id from ${auditEntries} each
      where each.tenant_id = ${tenantId} and each.action = 'source.synced' and each.details ->> 'sourceHash' = named.hash
      order by each.sequence desc limit 1) entry`,
  );
  const nameOf = new Map(names);
  return new Map(rows.map(({ hash, id }) => [nameOf.get(hash)!, id]));
}

/** As above, of all sources of the tenant. */
export async function listRecordedLast(tx: Transaction, tenantId: string): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    tx,
    sql`
    select distinct on (entry.details ->> 'sourceHash') entry.object_id as id
    from ${auditEntries} entry
    where entry.tenant_id = ${tenantId} and entry.action = 'source.synced' and jsonb_exists(entry.details, 'sourceHash')
    order by entry.details ->> 'sourceHash', entry.sequence desc`,
  );
  return rows.map(({ id }) => id);
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
