import { rowsOf, type Transaction } from "@assay/db";
import { and, eq, getTableName, inArray, type SQL, sql } from "drizzle-orm";
import { RECORD_KINDS, type RecordKind } from "./record-kinds.ts";

/**
 * As a column of a statement about the kind's table: the digest that a row must have. Null where it is one of a previous
 * release that no daily check has seen, and equal to no digest where nothing made it.
 */
export function recordedHash(kind: RecordKind, tenantId: string): SQL<string | null> {
  return sql<string | null>`coalesce(${loggedHash(kind, tenantId)}, (
    select '' from record_checks checked
    where checked.tenant_id = ${tenantId} and not ${isRecorded(kind, tenantId)}))`;
}

/** As above: the digest that the audit log holds of the row; null where it holds none. */
export function loggedHash(kind: RecordKind, tenantId: string): SQL<string | null> {
  return newestHash(tenantId, kind, sql`${idOf(kind)}::text`);
}

/** As a column of a statement: the digest of an object that the newest entry about it with one names. */
export function newestHash(tenantId: string, objectType: string, objectId: SQL): SQL<string | null> {
  return sql<string | null>`(
    select entry.details ->> 'rowHash' from audit_entries entry
    where entry.tenant_id = ${tenantId} and entry.object_id = ${objectId} and entry.object_type = ${objectType}
      and jsonb_exists(entry.details, 'rowHash')
    order by entry.sequence desc limit 1)`;
}

/** As `recordedHash`, of many rows at once, by their ids. */
export async function readHashes(
  tx: Transaction,
  kind: RecordKind,
  { tenantId, ids }: { readonly tenantId: string; readonly ids: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  type Found = { id: string; hash: string };
  const logged = await rowsOf<Found>(
    tx,
    sql`select distinct on (entry.object_id) entry.object_id as id, entry.details ->> 'rowHash' as hash
      from audit_entries entry
      where entry.tenant_id = ${tenantId} and entry.object_id = any(${sql.param(ids)}::text[]) and entry.object_type = ${kind}
        and jsonb_exists(entry.details, 'rowHash')
      order by entry.object_id, entry.sequence desc`,
  );
  const hashes = new Map(logged.map(({ id, hash }) => [id, hash]));
  const others = ids.filter((id) => !hashes.has(id));
  if (others.length === 0) return hashes;
  const { table, id } = RECORD_KINDS[kind];
  const unmade = await tx
    .select({ id: sql<string>`${id}::text`, hash: recordedHash(kind, tenantId) })
    .from(table)
    .where(and(eq(table.tenantId, tenantId), inArray(id, others)));
  for (const { id: ofRow, hash } of unmade) if (hash !== null) hashes.set(ofRow, hash);
  return hashes;
}

/** As above: whether the audit log names the row at all, but for damage of it. */
export function isRecorded(kind: RecordKind, tenantId: string): SQL<boolean> {
  return sql<boolean>`exists (
    select from audit_entries entry
    where entry.tenant_id = ${tenantId} and entry.object_id = ${idOf(kind)}::text and entry.object_type = ${kind}
      and entry.action <> 'integrity.failed')`;
}

/** With its table: in a statement about one table a column's own name would be that of the entry. */
function idOf(kind: RecordKind): SQL {
  const { table, id } = RECORD_KINDS[kind];
  return sql`${sql.identifier(getTableName(table))}.${sql.identifier(id.name)}`;
}

export interface RecordScope {
  readonly tenantId: string;
  readonly runId?: string;
}

export interface MissingRecord {
  readonly id: string;
  readonly runId: string | null;
  readonly recordedHash: string;
}

/** The records that the audit log knows and whose rows are gone; of a run where one is named, or of several. */
export function findMissing(
  tx: Transaction,
  kind: RecordKind,
  { tenantId, runId }: Omit<RecordScope, "runId"> & { readonly runId?: string | readonly string[] },
): Promise<MissingRecord[]> {
  const { table, id, runId: ofRun } = RECORD_KINDS[kind];
  const runIds = [runId ?? []].flat().map((each) => sql`(${each}::uuid)`);
  const isOfRun = (column: SQL) => (runId === undefined ? sql`` : sql`and ${column} = entry.run_id`);
  // Run after run: otherwise all entries about such records are read.
  const entries =
    runId === undefined
      ? sql`(select * from audit_entries each where each.tenant_id = ${tenantId}) entry`
      : sql`(values ${sql.join(runIds, sql`, `)}) of_run(id) cross join lateral (
        select * from audit_entries each where each.tenant_id = ${tenantId} and each.run_id = of_run.id offset 0) entry`;
  return rowsOf<MissingRecord>(
    tx,
    sql`
    select distinct on (entry.object_id) entry.object_id as id, entry.run_id as "runId", entry.details ->> 'rowHash' as "recordedHash"
    from ${entries}
    where entry.object_type = ${kind} and jsonb_exists(entry.details, 'rowHash')
      -- Asked for each entry: "not exists" is planned as a read of all rows of the tenant.
      and (
        select 1 from ${sql.identifier(getTableName(table))} kept
        where kept.tenant_id = ${tenantId} and kept.${sql.identifier(id.name)} = entry.object_id::uuid
          ${ofRun ? isOfRun(sql`kept.${sql.identifier(ofRun.name)}`) : sql``}
        limit 1) is null
      ${ofRun ? sql`and not ${isRunRemoved(tenantId)}` : sql``}
    order by entry.object_id, entry.sequence desc`,
  );
}

/** Whether a rule of the tenant removed the run of the entry: the guard of removals and the audit log say so, and the run is gone. */
function isRunRemoved(tenantId: string): SQL<boolean> {
  return sql<boolean>`(
    exists (select from removed_runs removed where removed.tenant_id = ${tenantId} and removed.run_id = entry.run_id)
    and exists (select from audit_entries removal where removal.tenant_id = ${tenantId} and removal.run_id = entry.run_id
      and removal.action = 'run.removed')
    and not exists (select from runs where runs.tenant_id = ${tenantId} and runs.id = entry.run_id))`;
}
