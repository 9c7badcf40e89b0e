import { type Database, jobs, rowsOf } from "@assay/db";
import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { databaseTimeIn } from "../database-clock.ts";
import { inSystem } from "../tenancy/transact.ts";
import type { JobKind, JobRef } from "./job.ts";
import { ofActiveTenant, suspendedTenants } from "./of-active-tenant.ts";

/** What a queue is told of a job. */
export interface Dispatch extends JobRef {
  readonly kind: JobKind;
  readonly stage: string;
  readonly fence: number;
  /** The dispatch before this one, in milliseconds since the epoch; 0 where this is the first of its fence. */
  readonly publishedAtMs: number;
  /** 0 where the job is due. */
  readonly delayMs: number;
}

/** The open jobs as the outbox of a queue: nothing is lost with a message, for the rows are the truth. */
export interface Outbox {
  /** Those of the jobs that wait to be claimed; what ended or runs needs no dispatch. */
  load(refs: readonly JobRef[]): Promise<Dispatch[]>;
  /** Notes that the queue has taken them. */
  markPublished(dispatches: readonly JobRef[]): Promise<void>;
  /**
   * Items that wait and of which the queue was never told, or must have lost the message. Oldest first; where more
   * messages may be lost than are asked for, as many of each tenant.
   */
  listOverdue(options: OverdueOptions): Promise<JobRef[]>;
}

export interface OverdueOptions {
  readonly limit: number;
  /** How long after it was told, or was due, a job must have come. */
  readonly overdueAfterMs: number;
  /**
   * Deliveries of a tenant at a time. While about so many are at work the others wait their turn in the queue, and only
   * so many of those that were told first count as lost.
   */
  readonly parallelPerTenant: number;
}

export function createOutbox(db: Database): Outbox {
  return {
    load: (refs) =>
      inSystem(db, (tx) =>
        tx
          .select({
            jobId: jobs.id,
            tenantId: jobs.tenantId,
            kind: jobs.kind,
            stage: jobs.stage,
            fence: jobs.fence,
            publishedAtMs: sql<number>`coalesce(extract(epoch from ${jobs.publishedAt}) * 1000, 0)::float8`,
            delayMs: sql<number>`greatest(0, extract(epoch from ${jobs.availableAt} - now()) * 1000)::float8`,
          })
          .from(jobs)
          .where(and(inArray(jobs.id, idsOf(refs)), eq(jobs.state, "PENDING"))),
      ),

    async markPublished(dispatches) {
      await inSystem(db, (tx) =>
        tx
          .update(jobs)
          .set({ publishedAt: sql`now()` })
          .where(and(inArray(jobs.id, idsOf(dispatches)), inArray(jobs.state, ["PENDING", "RUNNING"]))),
      );
    },

    async listOverdue({ limit, overdueAfterMs, parallelPerTenant }) {
      // One ends and the next begins in between: a tenant that is one short is as busy as it can be.
      const busyFrom = Math.max(1, parallelPerTenant - 1);
      const before = databaseTimeIn(-overdueAfterMs);
      return inSystem(db, (tx) =>
        rowsOf<JobRef>(
          tx,
          sql`
          with recursive busy as (
            select tenant_id from work_items where state = 'RUNNING' and lease_until > now()
            group by tenant_id having count(*) >= ${busyFrom}::int),
          suspended as ${suspendedTenants},
          told (tenant_id, nth) as (
            select ${nextToldTenant(before, sql`true`)}, 1
            union all
            select ${nextToldTenant(before, sql`job.tenant_id > told.tenant_id`)}, nth + 1
            from told where tenant_id is not null and nth < ${limit}::int + (select count(*) from suspended)),
          tenants as (
            select tenant_id, case when tenant_id in (select tenant_id from busy) then ${parallelPerTenant}::int
              else ceil(${limit}::float8 / count(*) over ())::int end as most
            from told where tenant_id is not null and tenant_id not in (select id from suspended)),
          lost as (
            select next.id, tenants.tenant_id, next.available_at from tenants cross join lateral (
              select id, available_at from work_items job
              where ${isTold} and job.tenant_id = tenants.tenant_id and ${toldAt} < ${before}
              order by ${toldAt} limit most) next),
          untold as (
            select id, tenant_id, available_at from work_items
            where state = 'PENDING' and published_at is null and available_at < now() and ${ofActiveTenant}
            order by available_at limit ${limit}::int)
          select id as "jobId", tenant_id as "tenantId"
          from (select * from untold union all select * from lost) as overdue
          order by available_at, id limit ${limit}::int`,
        ),
      );
    },
  };
}

const isTold = sql`state = 'PENDING' and published_at is not null`;
/** Since when its message must be on its way. */
const toldAt = sql`greatest(published_at, available_at)`;

/** The next tenant with a message that may be lost: what each of them has is read only for those. */
const nextToldTenant = (before: SQL, which: SQL) => sql`(
  select tenant_id from work_items job where ${isTold} and ${which} and ${toldAt} < ${before}
  order by tenant_id, ${toldAt} limit 1)`;

const idsOf = (refs: readonly JobRef[]) => refs.map(({ jobId }) => jobId);
