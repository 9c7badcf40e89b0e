import { rowsOf, type Transaction } from "@assay/db";
import { sql } from "drizzle-orm";
import { databaseTimeIn } from "../../database-clock.ts";
import { enqueue } from "../../jobs/job.ts";

/** Tenants whose check one sweep begins. */
const TENANTS_MAX = 100;

/**
 * Begins the check of the results of tenants that are older than `everyMs` and of whose finished runs none was checked
 * within it: one job each.
 */
export async function enqueueResultChecks(tx: Transaction, { everyMs }: { everyMs: number }): Promise<void> {
  const last = databaseTimeIn(-everyMs);
  const due = await rowsOf<{ tenantId: string }>(
    tx,
    sql`
    select id as "tenantId" from tenants
    -- The last in the index: where one tenant has nearly all runs, "exists" is planned as a read of all of them.
    cross join lateral (
      select checked_at from result_checks where tenant_id = tenants.id
      order by checked_at desc nulls last limit 1) newest
    where created_at <= ${last}
      and (newest.checked_at is null or newest.checked_at <= ${last})
      and not exists (
        select 1 from work_items where tenant_id = tenants.id and kind = 'file' and subject_id = tenants.id
          and stage = 'results' and state in ('PENDING', 'RUNNING'))
    limit ${TENANTS_MAX}::int`,
  );
  await enqueue(
    tx,
    due.map(({ tenantId }) => ({ tenantId, kind: "file" as const, subjectId: tenantId, stage: "results" })),
  );
}
