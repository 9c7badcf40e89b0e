import { type Database, jobs, rowsOf } from "@assay/db";
import { and, eq, inArray, sql } from "drizzle-orm";
import { databaseTimeIn } from "../database-clock.ts";
import { inSystem } from "../tenancy/transact.ts";
import type { JobKind, JobRef } from "./job.ts";

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
  /** Items that wait and of which the queue was never told, or must have lost the message. Oldest first. */
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

    listOverdue({ limit, overdueAfterMs, parallelPerTenant }) {
      // One ends and the next begins in between: a tenant that is one short is as busy as it can be.
      const most = Math.max(1, parallelPerTenant - 1);
      return inSystem(db, async (tx) => {
        const rows = await rowsOf<JobRef>(
          tx,
          sql`
          with busy as (
            select tenant_id from work_items where state = 'RUNNING' and lease_until > now()
            group by tenant_id having count(*) >= ${most}::int),
          overdue as (
            select id, tenant_id, available_at, published_at,
              row_number() over (
                partition by tenant_id, published_at is null order by greatest(published_at, available_at), id) as place
            from work_items
            where state = 'PENDING' and available_at < now()
              and (published_at is null or greatest(published_at, available_at) < ${databaseTimeIn(-overdueAfterMs)}))
          select id as "jobId", tenant_id as "tenantId" from overdue
          where published_at is null or place <= ${parallelPerTenant}::int
            or tenant_id not in (select tenant_id from busy)
          order by available_at, id limit ${limit}::int`,
        );
        return rows;
      });
    },
  };
}

const idsOf = (refs: readonly JobRef[]) => refs.map(({ jobId }) => jobId);
