import type { Transaction } from "@assay/db";
import { rowsOf } from "@assay/db";
import { sql } from "drizzle-orm";
import { databaseTimeIn } from "../database-clock.ts";
import { enqueue } from "../jobs/job.ts";
import { isPaused } from "../jobs/pauses.ts";

/** Checks that wait at a time: so many a sweep at most, and fewer where they do not keep up. */
const WAITING_MAX = 100;

/**
 * Calls for the check of stored files that were checked longest ago, and not within `everyMs`. The next file of each
 * tenant comes before the second of any, so that a tenant with many files keeps nobody waiting. While the file store
 * cannot be used there is nothing to check.
 */
export async function enqueueRehashes(tx: Transaction, { everyMs }: { everyMs: number }): Promise<void> {
  const rows = await rowsOf<{ id: string; tenantId: string }>(
    tx,
    sql`
    with waiting as (
      select tenant_id, count(*) as held from work_items
      where kind = 'file' and stage = 'rehash' and state in ('PENDING', 'RUNNING') group by tenant_id),
    due as (
      select next.id, tenant.id as tenant_id, next.checked_at,
        coalesce(held, 0) + row_number() over (partition by tenant.id order by next.checked_at, next.id) as turn
      from tenants tenant left join waiting on waiting.tenant_id = tenant.id cross join lateral (
        select id, coalesce(rehashed_at, ready_at) as checked_at from documents
        where documents.tenant_id = tenant.id and status = 'READY' and not ${isPaused("files")}
          and coalesce(rehashed_at, ready_at) < ${databaseTimeIn(-everyMs)}
          and not exists (
            select 1 from work_items job
            where job.tenant_id = tenant.id and job.subject_id = documents.id and job.kind = 'file'
              and job.stage = 'rehash' and job.state in ('PENDING', 'RUNNING'))
        order by coalesce(rehashed_at, ready_at), id limit ${WAITING_MAX}::int) next)
    select id, tenant_id as "tenantId" from due
    order by turn, checked_at, id
    limit greatest(0, ${WAITING_MAX}::int - (select coalesce(sum(held), 0) from waiting))`,
  );
  await enqueue(
    tx,
    rows.map(({ id, tenantId }) => ({ tenantId, kind: "file" as const, subjectId: id, stage: "rehash" })),
  );
}
