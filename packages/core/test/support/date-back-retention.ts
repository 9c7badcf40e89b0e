import type { TestDatabase } from "@assay/testing";
import { sql } from "drizzle-orm";
import { withoutTriggers } from "./change-table.ts";

/** As if the rules of a tenant had been set two days ago, its holds and suspensions had ended then, and nothing had been applied since. */
export async function dateBackRetention(database: TestDatabase, tenantId: string): Promise<void> {
  await withoutTriggers(database, "tenant_holds", (tx) =>
    tx.execute(
      sql`update tenant_holds set ended_at = ended_at - interval '2 days', set_at = set_at - interval '2 days' where tenant_id = ${tenantId}`,
    ),
  );
  await withoutTriggers(database, "tenants", (tx) =>
    tx.execute(sql`update tenants set resumed_at = resumed_at - interval '2 days' where id = ${tenantId}`),
  );
  await withoutTriggers(database, "tenant_retention", (tx) =>
    tx.execute(
      sql`update tenant_retention set changed_at = now() - interval '2 days', applied_at = null where tenant_id = ${tenantId}`,
    ),
  );
}

/** As above, with a rule by which a run that ends now is old: no row of the run, and no audit entry, is touched. */
export function makeRunsOld(database: TestDatabase, tenantId: string): Promise<void> {
  return withoutTriggers(database, "tenant_retention", async (tx) => {
    await tx.execute(sql`alter table tenant_retention drop constraint if exists tenant_retention_runs`);
    await tx.execute(sql`insert into tenant_retention (tenant_id) values (${tenantId}) on conflict do nothing`);
    await tx.execute(
      sql`update tenant_retention set runs_days = -2, changed_at = now() - interval '2 days', applied_at = null
        where tenant_id = ${tenantId}`,
    );
  });
}
