import type { Transaction } from "@assay/db";
import { rowsOf } from "@assay/db";
import { sql } from "drizzle-orm";
import { enqueue } from "../jobs/job.ts";
import { isNoContainer } from "./is-no-container.ts";

/** Documents that a sweep calls for at a time. */
const BATCH = 100;

/**
 * Calls for the kind and the dated facts of READY documents that were read before these were found. Those of a tenant
 * with an active run wait, so that nothing changes beneath it.
 */
export async function enqueueDescriptions(tx: Transaction): Promise<void> {
  const rows = await rowsOf<{ id: string; tenantId: string }>(
    tx,
    sql`
    select id, tenant_id as "tenantId" from documents
    where status = 'READY' and facts_version is null and ${isNoContainer(sql`file_type`)}
      and not exists (
        select 1 from runs where runs.tenant_id = documents.tenant_id and runs.status in ('PENDING', 'IN_PROGRESS'))
      and not exists (
        select 1 from work_items job
        where job.tenant_id = documents.tenant_id and job.subject_id = documents.id and job.kind = 'file'
          and job.stage = 'describe' and job.state in ('PENDING', 'RUNNING'))
    order by tenant_id, id limit ${BATCH}::int`,
  );
  await enqueue(
    tx,
    rows.map(({ id, tenantId }) => ({ tenantId, kind: "file" as const, subjectId: id, stage: "describe" })),
  );
}
