import { oneRow, rowsOf, type Transaction } from "@assay/db";
import { sql } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import { systemActor } from "../tenancy/context.ts";
import { asSystem } from "../tenancy/transact.ts";
import { openDoor } from "./open-door.ts";
import { isPast, type RetentionSource } from "./retention-sources.ts";

/** Rows that one step removes. */
const ROWS = 2000;

/**
 * Removes some of the rows that a tenant's rule names, the oldest first, and records which. Returns how many; undefined where
 * nothing may be removed now. A hold, a suspension and a change of the rule wait for the transaction, or it for them.
 */
export async function removeOldRows(
  tx: Transaction,
  tenantId: string,
  source: RetentionSource,
): Promise<number | undefined> {
  const days = await openDoor(tx, tenantId, source.kind);
  if (days === undefined) return undefined;
  if (days === null) return 0;
  const gone = await asSystem(tx, () => deleteSome(tx, source, { tenantId, days }));
  if (gone.count === 0) return 0;
  const { count, sha256, oldest, newest } = gone;
  const details = {
    kind: source.table.toUpperCase(),
    count,
    removedHash: sha256!,
    removedFrom: new Date(oldest!).toISOString(),
    removedTo: new Date(newest!).toISOString(),
  };
  const event = { action: "retention.applied", objectType: "tenant", objectId: tenantId } as const;
  await recordAudit(tx, systemActor(tenantId), { ...event, details });
  return count;
}

interface Gone {
  readonly count: number;
  readonly sha256: string | null;
  /** Milliseconds since the epoch. */
  readonly oldest: number | null;
  readonly newest: number | null;
}

async function deleteSome(
  tx: Transaction,
  source: RetentionSource,
  due: { readonly tenantId: string; readonly days: number },
): Promise<Gone> {
  const table = sql.identifier(source.table);
  const isDue = sql`${isPast(source, due)} and ${source.hasEnded}`;
  const rows = await rowsOf<Gone>(
    tx,
    sql`with gone as (
        delete from ${table} where ${isDue} and ctid = any(array(
          select ctid from ${table} where ${isDue} order by ${source.at} limit ${ROWS}::int))
        returning ${source.id} as id, ${source.at} as at)
      select count(*)::float8 as count,
        encode(sha256(convert_to(string_agg(id || chr(10), '' order by id collate "C"), 'UTF8')), 'hex') as sha256,
        floor(extract(epoch from min(at)) * 1000)::float8 as oldest,
        floor(extract(epoch from max(at)) * 1000)::float8 as newest
      from gone`,
  );
  return oneRow(rows);
}
