import { type Database, workItems } from "@assay/db";
import { and, eq, lt, or, sql } from "drizzle-orm";
import { databaseTimeIn } from "../database-clock.ts";
import { inSystem } from "../tenancy/transact.ts";
import type { WorkItem, WorkKind, WorkRef } from "./work-item.ts";

/** Takes an item that is due, or whose holder's lease ran out. Answers undefined when there is nothing to take. */
export function claimWorkItem(
  db: Database,
  id: string,
  { leaseMs }: { leaseMs: number },
): Promise<WorkItem | undefined> {
  return inSystem(db, async (tx) => {
    const due = and(eq(workItems.state, "PENDING"), lt(workItems.availableAt, sql`now() + interval '1 millisecond'`));
    const abandoned = and(eq(workItems.state, "RUNNING"), lt(workItems.leaseUntil, sql`now()`));
    const [item] = await tx
      .update(workItems)
      .set({
        state: "RUNNING",
        fence: sql`${workItems.fence} + 1`,
        crashes: sql`${workItems.crashes} + case when ${workItems.state} = 'RUNNING' then 1 else 0 end`,
        leaseUntil: databaseTimeIn(leaseMs),
      })
      .where(and(eq(workItems.id, id), or(due, abandoned)))
      .returning();
    return item;
  });
}

/** How many items of a kind may run at a time: in all that are asked for, and of one tenant. */
export type WorkSlots = { readonly [K in WorkKind]: { readonly free: number; readonly perTenantMax: number } };

/**
 * Items that may be claimed now, fair across tenants: the next of each tenant before the second of any, and none from
 * a tenant that already holds `perTenantMax` running items of the kind.
 */
export function listDueWork(db: Database, slots: WorkSlots): Promise<(WorkRef & { kind: WorkKind })[]> {
  const kinds = Object.entries(slots).filter(([, { free }]) => free > 0);
  if (kinds.length === 0) return Promise.resolve([]);
  const asked = sql.join(
    kinds.map(([kind, { free, perTenantMax }]) => sql`(${kind}, ${free}::int, ${perTenantMax}::int)`),
    sql`, `,
  );
  return inSystem(db, async (tx) => {
    const { rows } = (await tx.execute(sql`
      with slots (kind, free, per_tenant) as (values ${asked}),
      busy as (
        select kind, tenant_id, count(*) as held from work_items
        where state = 'RUNNING' and lease_until >= now() group by kind, tenant_id),
      due as (
        select id, kind, tenant_id, available_at,
          row_number() over (partition by kind, tenant_id order by available_at, id) as turn
        from work_items
        where (state = 'PENDING' and available_at <= now()) or (state = 'RUNNING' and lease_until < now())),
      queue as (
        select due.*, row_number() over (partition by kind order by turn + coalesce(held, 0), available_at, id) as place, free
        from due join slots using (kind) left join busy using (kind, tenant_id)
        where turn + coalesce(held, 0) <= per_tenant)
      select id as "workItemId", tenant_id as "tenantId", kind from queue where place <= free order by place`)) as unknown as {
      rows: (WorkRef & { kind: WorkKind })[];
    };
    return rows;
  });
}

/** At the start of a process that knows itself to be the only one: no other holder can be alive. */
export function releaseAllLeases(db: Database): Promise<void> {
  return inSystem(db, async (tx) => {
    await tx
      .update(workItems)
      .set({ leaseUntil: sql`now() - interval '1 second'` })
      .where(eq(workItems.state, "RUNNING"));
  });
}
