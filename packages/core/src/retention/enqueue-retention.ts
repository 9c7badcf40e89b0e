import { type Database, rowsOf } from "@assay/db";
import { sql } from "drizzle-orm";
import { databaseTimeIn } from "../database-clock.ts";
import { enqueueForTenants } from "../jobs/enqueue-for-tenants.ts";
import { inSystem } from "../tenancy/transact.ts";

/** Tenants whose rows one sweep has removed. */
const TENANTS_MAX = 100;
const EVERY_MS = 24 * 3_600_000;

/** Has what is due by the rules of tenants removed, once a day: one job each. Bounded, safe to repeat. */
export function enqueueRetention(db: Database): Promise<void> {
  return inSystem(db, async (tx) => {
    const due = await rowsOf<{ tenantId: string }>(
      tx,
      sql`select tenant_id as "tenantId" from tenant_retention rule
        where (spans_days is not null or logs_days is not null or runs_days is not null)
          and (applied_at is null or applied_at <= ${databaseTimeIn(-EVERY_MS)})
          and retention_refusal(tenant_id) is null
          and not exists (
            select 1 from work_items where tenant_id = rule.tenant_id and kind = 'file'
              and subject_id = rule.tenant_id and stage = 'retain' and state in ('PENDING', 'RUNNING'))
        order by applied_at nulls first, tenant_id limit ${TENANTS_MAX}::int`,
    );
    await enqueueForTenants(tx, due, "retain");
  });
}
