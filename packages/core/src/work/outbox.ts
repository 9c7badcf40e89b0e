import { type Database, workItems } from "@assay/db";
import { and, eq, inArray, sql } from "drizzle-orm";
import { databaseTimeIn } from "../database-clock.ts";
import { inSystem } from "../tenancy/transact.ts";
import type { WorkKind, WorkRef } from "./work-item.ts";

/** What a queue is told of an item. */
export interface WakeUp extends WorkRef {
  readonly kind: WorkKind;
  readonly stage: string;
  readonly fence: number;
  /** The wake-up before this one, in milliseconds since the epoch; 0 where this is the first of its fence. */
  readonly publishedAtMs: number;
  /** 0 where the item is due. */
  readonly delayMs: number;
}

/** The open work items as the outbox of a queue: nothing is lost with a message, for the rows are the truth. */
export interface Outbox {
  /** Those of the items that wait to be claimed; what ended or runs needs no wake-up. */
  load(refs: readonly WorkRef[]): Promise<WakeUp[]>;
  /** Notes that the queue has taken them. */
  markPublished(wakeUps: readonly WorkRef[]): Promise<void>;
  /** Items that wait and of which the queue was never told, or must have lost the message. Oldest first. */
  listOverdue(options: OverdueOptions): Promise<WorkRef[]>;
}

export interface OverdueOptions {
  readonly limit: number;
  /** How long after it was told, or was due, an item must have come. */
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
            workItemId: workItems.id,
            tenantId: workItems.tenantId,
            kind: workItems.kind,
            stage: workItems.stage,
            fence: workItems.fence,
            publishedAtMs: sql<number>`coalesce(extract(epoch from ${workItems.publishedAt}) * 1000, 0)::float8`,
            delayMs: sql<number>`greatest(0, extract(epoch from ${workItems.availableAt} - now()) * 1000)::float8`,
          })
          .from(workItems)
          .where(and(inArray(workItems.id, idsOf(refs)), eq(workItems.state, "PENDING"))),
      ),

    async markPublished(wakeUps) {
      await inSystem(db, (tx) =>
        tx
          .update(workItems)
          .set({ publishedAt: sql`now()` })
          .where(and(inArray(workItems.id, idsOf(wakeUps)), inArray(workItems.state, ["PENDING", "RUNNING"]))),
      );
    },

    listOverdue({ limit, overdueAfterMs, parallelPerTenant }) {
      // One ends and the next begins in between: a tenant that is one short is as busy as it can be.
      const most = Math.max(1, parallelPerTenant - 1);
      return inSystem(db, async (tx) => {
        const { rows } = (await tx.execute(sql`
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
          select id as "workItemId", tenant_id as "tenantId" from overdue
          where published_at is null or place <= ${parallelPerTenant}::int
            or tenant_id not in (select tenant_id from busy)
          order by available_at, id limit ${limit}::int`)) as unknown as { rows: WorkRef[] };
        return rows;
      });
    },
  };
}

const idsOf = (refs: readonly WorkRef[]) => refs.map(({ workItemId }) => workItemId);
