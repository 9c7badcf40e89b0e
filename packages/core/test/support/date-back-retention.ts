import type { TestDatabase } from "@assay/testing";
import { sql } from "drizzle-orm";
import { withoutTriggers } from "./change-table.ts";

/** As if the rules of a tenant had been set two days ago, and had not been applied since. */
export function dateBackRetention(database: TestDatabase, tenantId: string): Promise<void> {
  return withoutTriggers(database, "tenant_retention", (tx) =>
    tx.execute(
      sql`update tenant_retention set changed_at = now() - interval '2 days', applied_at = null where tenant_id = ${tenantId}`,
    ),
  );
}
