import { type Database, rowsOf } from "@assay/db";
import { sql } from "drizzle-orm";
import { enqueueForTenants } from "../jobs/enqueue-for-tenants.ts";
import { inCatalog, inSystem } from "../tenancy/transact.ts";
import { findTarget } from "./find-target.ts";
import { isDueFor } from "./is-due.ts";

/** Tenants whose runs one sweep has looked at. */
const TENANTS_MAX = 100;

/** Has the runs of tenants looked at that were not under the version that is to judge: one job each. */
export async function enqueueForecasts(db: Database): Promise<void> {
  const target = await inCatalog(db, findTarget);
  if (!target) return;
  await inSystem(db, async (tx) => {
    const due = await rowsOf<{ tenantId: string }>(
      tx,
      sql`
      select tenants.id as "tenantId" from tenants
      left join forecast_marks marks on marks.tenant_id = tenants.id
      where ${isDueFor(target.version.id)}
        and not exists (
          select 1 from work_items where tenant_id = tenants.id and kind = 'file' and subject_id = tenants.id
            and stage = 'forecast' and state in ('PENDING', 'RUNNING'))
      limit ${TENANTS_MAX}::int`,
    );
    await enqueueForTenants(tx, due, "forecast");
  });
}
