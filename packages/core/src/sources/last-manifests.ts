import { sourceManifests } from "@assay/db";
import { type SQL, sql } from "drizzle-orm";

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

/** The last manifest of each source, as `last`: to be selected from, after `with recursive`. */
export function lastManifests(tenantId: string): SQL {
  return sql`${listNames("synced", sql`${sourceManifests}`, tenantId)},
    last as (
      select synced.name, newest.id, newest.payload_hash, newest.closed_by, newest.closed_at
      from synced cross join lateral (
        select manifest.id, manifest.payload_hash, manifest.closed_by, manifest.closed_at
        from ${sourceManifests} manifest
        where manifest.tenant_id = ${tenantId} and manifest.source = synced.name
        order by manifest.sequence desc limit 1) newest)`;
}
