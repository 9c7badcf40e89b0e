import { auditEntries, rowsOf, sourceManifests, type Transaction } from "@assay/db";
import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { sha256Hex } from "../digest.ts";
import { damagedManifest, findDamagedManifests, readSoundManifests } from "./compare-manifests.ts";
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

/** As above. Needs `lockPlaces`. Throws INTEGRITY_ERROR where it is not stored as it was signed, or is gone. */
export async function findSoundLast(
  tx: Transaction,
  tenantId: string,
  source: string,
): Promise<ManifestRow | undefined> {
  const last = await findLastManifest(tx, tenantId, source);
  if (last && (await findDamagedManifests(tx, tenantId, [last])).size > 0) throw damagedManifest(last.id);
  const [gone] = await findGone(tx, tenantId, [{ source, id: last?.id }]);
  if (gone) throw damagedManifest(gone.id);
  return last;
}

/** A source with what was read as its last manifest. */
export interface ReadLast {
  readonly source: string;
  readonly id: string | null | undefined;
}

interface Gone {
  /** Undefined where none of those that were read has the name. */
  readonly source: string | undefined;
  readonly id: string;
}

/**
 * The last manifests that the audit log has later than those that were read, and that are gone or not stored as they were
 * signed: one that was closed since is there. Of the sources that were read, or of all: then entries of all time are read, as
 * they are for a source without a manifest. A sync of an earlier release says of no source that it was its.
 */
export async function findGone(
  tx: Transaction,
  tenantId: string,
  read: readonly ReadLast[],
  among: "READ" | "ALL" = "READ",
): Promise<Gone[]> {
  if (read.length === 0 && among === "READ") return [];
  const hashes = await Promise.all(read.map(({ source }) => sha256Hex(source)));
  const ids = read.map(({ id }) => id ?? "");
  const isAmong = among === "ALL" ? sql`true` : sql`synced.hash = any(${sql.param(hashes)}::text[])`;
  const since =
    among === "ALL" || ids.includes("")
      ? sql`0`
      : sql`(select case when count(*) = ${ids.length} then min(own.sequence) else 0 end from own)`;
  const later = await rowsOf<{ hash: string; id: string }>(
    tx,
    sql`
    with own as (
      select named.hash, min(entry.sequence) as sequence
      from unnest(${sql.param(hashes)}::text[], ${sql.param(ids)}::text[]) as named(hash, id)
      join ${auditEntries} entry on entry.tenant_id = ${tenantId} and entry.object_id = named.id
        and entry.action = 'source.synced'
      group by named.hash),
    synced as (
      select entry.details ->> 'sourceHash' as hash, entry.object_id as id, entry.sequence
      from ${auditEntries} entry
      where entry.tenant_id = ${tenantId} and entry.action = 'source.synced' and jsonb_exists(entry.details, 'sourceHash')
        and entry.sequence > ${since})
    select distinct on (synced.hash) synced.hash, synced.id
    from synced left join own using (hash)
    where synced.sequence > coalesce(own.sequence, 0) and ${isAmong}
    order by synced.hash, synced.sequence desc`,
  );
  const sound = await readSoundManifests(
    tx,
    tenantId,
    later.map(({ id }) => id),
  );
  const sourceOf = new Map(read.map(({ source }, at) => [hashes[at], source]));
  return later.filter(({ id }) => !sound.has(id)).map(({ hash, id }) => ({ source: sourceOf.get(hash), id }));
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
