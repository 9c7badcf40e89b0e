import { type Database, erasures, rowsOf, type Transaction } from "@assay/db";
import { isNull, sql } from "drizzle-orm";
import { enqueue, type JobRef } from "../jobs/job.ts";
import { inSystem } from "../tenancy/transact.ts";

/** Jobs of the tenant that is erased would wait, and go with it: another tenant has this one. */
export function enqueueErasure(tx: Transaction, hostId: string, erasureId: string): Promise<JobRef[]> {
  return enqueue(tx, [{ tenantId: hostId, kind: "file", subjectId: erasureId, stage: "erase" }]);
}

/** Continues what has no job: its host was suspended or erased, or an operator's command was ended. */
export async function enqueueErasures(db: Database): Promise<void> {
  await inSystem(db, async (tx) => {
    const open = await tx.select({ id: erasures.id }).from(erasures).where(isNull(erasures.finishedAt));
    for (const { id } of open) {
      const [host] = await rowsOf<{ id: string }>(
        tx,
        sql`select id from tenants where status = 'ACTIVE' and not exists (
            select 1 from work_items job join tenants host on host.id = job.tenant_id
            where job.kind = 'file' and job.subject_id = ${id} and job.stage = 'erase'
              and job.state in ('PENDING', 'RUNNING') and host.status = 'ACTIVE')
          order by created_at, id limit 1`,
      );
      if (host) await enqueueErasure(tx, host.id, id);
    }
  });
}
