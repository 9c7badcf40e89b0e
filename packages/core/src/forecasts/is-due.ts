import { runEnd } from "@assay/db";
import { sql } from "drizzle-orm";

/** Whether the runs of a tenant are to be looked at: never for this version, or one under another version ended since. */
export const isDueFor = (versionId: string) => sql`exists (select 1 from runs where runs.tenant_id = tenants.id)
  and (marks.retrieval_version_id is distinct from ${versionId}
    or exists (select 1 from runs where runs.tenant_id = tenants.id
      and ${runEnd} >= marks.looked_at
      and runs.status = 'COMPLETED' and runs.retrieval_version_id <> ${versionId}))`;
