import { rowsOf, type Transaction } from "@assay/db";
import { sql } from "drizzle-orm";
import { databaseTimeIn } from "../../database-clock.ts";
import { enqueueForTenants } from "../../jobs/enqueue-for-tenants.ts";

/** Tenants whose check one sweep begins. */
const TENANTS_MAX = 100;

/** Begins the check of what tenants have stored that are older than `everyMs` and were not checked within it: one job each. */
export async function enqueueResultChecks(tx: Transaction, { everyMs }: { everyMs: number }): Promise<void> {
  const last = databaseTimeIn(-everyMs);
  const due = await rowsOf<{ tenantId: string }>(
    tx,
    sql`
    select tenants.id as "tenantId" from tenants
    left join record_checks on record_checks.tenant_id = tenants.id
    where created_at <= ${last}
      and (record_checks.checked_at is null or record_checks.checked_at <= ${last})
      and not exists (
        select 1 from work_items where tenant_id = tenants.id and kind = 'file' and subject_id = tenants.id
          and stage = 'results' and state in ('PENDING', 'RUNNING'))
    limit ${TENANTS_MAX}::int`,
  );
  await enqueueForTenants(tx, due, "results");
}
