import { type Database, workItems } from "@assay/db";
import { and, asc, eq, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm";
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
  /**
   * Items that wait and of which the queue was never told, or was told so long ago that it must have lost them; and
   * those whose holder's lease ran out. Oldest first.
   */
  listOverdue(options: { readonly limit: number; readonly overdueAfterMs: number }): Promise<WorkRef[]>;
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
          .where(and(inArray(workItems.id, idsOf(refs)), or(eq(workItems.state, "PENDING"), isAbandoned()))),
      ),

    async markPublished(wakeUps) {
      await inSystem(db, (tx) =>
        tx
          .update(workItems)
          .set({ publishedAt: sql`now()` })
          .where(and(inArray(workItems.id, idsOf(wakeUps)), inArray(workItems.state, ["PENDING", "RUNNING"]))),
      );
    },

    listOverdue({ limit, overdueAfterMs }) {
      const lost = databaseTimeIn(-overdueAfterMs);
      const isUntold = or(isNull(workItems.publishedAt), lt(workItems.publishedAt, lost));
      return inSystem(db, (tx) =>
        tx
          .select({ workItemId: workItems.id, tenantId: workItems.tenantId })
          .from(workItems)
          .where(
            or(
              and(eq(workItems.state, "PENDING"), lt(workItems.availableAt, sql`now()`), isUntold),
              and(isAbandoned(), or(isUntold, lt(workItems.publishedAt, workItems.leaseUntil))),
            ),
          )
          .orderBy(asc(workItems.availableAt), asc(workItems.id))
          .limit(limit),
      );
    },
  };
}

const idsOf = (refs: readonly WorkRef[]) => refs.map(({ workItemId }) => workItemId);

function isAbandoned(): SQL | undefined {
  return and(eq(workItems.state, "RUNNING"), lt(workItems.leaseUntil, sql`now()`));
}
