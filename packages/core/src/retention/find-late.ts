import { type Database, rowsOf, type Transaction } from "@assay/db";
import { sql } from "drizzle-orm";
import { inSystem } from "../tenancy/transact.ts";

/** Tenants whose rules were neither set nor applied in so many days, although nothing keeps them from it. With the rights of the system. */
export async function findLate(tx: Transaction, days: number, tenantId?: string): Promise<string[]> {
  const rows = await rowsOf<{ tenantId: string }>(
    tx,
    sql`select tenant_id as "tenantId" from tenant_retention
      where (spans_days is not null or logs_days is not null or runs_days is not null)
        and greatest(changed_at, applied_at) < now() - make_interval(days => ${days}::int)
        and retention_refusal(tenant_id) is null ${tenantId === undefined ? sql`` : sql`and tenant_id = ${tenantId}`}
      order by tenant_id`,
  );
  return rows.map((row) => row.tenantId);
}

/** After how many days without an end of a removal somebody is told. */
const TOLD_AFTER_DAYS = 3;

/** Tenants of which what is due has not been removed for days. */
export function listLateRetention(db: Database): Promise<string[]> {
  return inSystem(db, (tx) => findLate(tx, TOLD_AFTER_DAYS));
}
