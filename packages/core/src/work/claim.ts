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
 * a tenant that already holds `perTenantMax` running items of the kind. However many items wait, it looks at no more of
 * a tenant's than there are slots.
 */
export function listDueWork(db: Database, slots: WorkSlots): Promise<(WorkRef & { kind: WorkKind })[]> {
  const kinds = Object.entries(slots).filter(([, { free }]) => free > 0);
  if (kinds.length === 0) return Promise.resolve([]);
  const asked = sql.join(
    kinds.map(([kind, { free, perTenantMax }]) => sql`(${kind}, ${free}::int, ${perTenantMax}::int)`),
    sql`, `,
  );
  // `waiting` steps through the index from one tenant to the next.
  return inSystem(db, async (tx) => {
    const { rows } = (await tx.execute(sql`
      with recursive slots (kind, free, per_tenant) as (values ${asked}),
      running as (
        select id, kind, tenant_id, available_at, lease_until < now() as abandoned
        from slots join work_items using (kind) where state = 'RUNNING'),
      waiting (kind, tenant_id) as (
        select kind, (
          select tenant_id from work_items item where state = 'PENDING' and item.kind = slots.kind
          order by tenant_id limit 1) from slots
        union all
        select kind, (
          select tenant_id from work_items item
          where state = 'PENDING' and item.kind = waiting.kind and item.tenant_id > waiting.tenant_id
          order by tenant_id limit 1) from waiting where tenant_id is not null),
      due as (
        select next.id, kind, tenant_id, next.available_at
        from waiting join slots using (kind) cross join lateral (
          select id, available_at from work_items item
          where state = 'PENDING' and item.kind = waiting.kind and item.tenant_id = waiting.tenant_id
            and available_at <= now()
          order by available_at, id limit least(free, per_tenant)) next
        union all
        select id, kind, tenant_id, available_at from running where abandoned),
      busy as (select kind, tenant_id, count(*) as held from running where not abandoned group by kind, tenant_id),
      turns as (
        select due.*, free, per_tenant, coalesce(held, 0)
          + row_number() over (partition by kind, tenant_id order by available_at, id) as turn
        from due join slots using (kind) left join busy using (kind, tenant_id)),
      queue as (
        select *, row_number() over (partition by kind order by turn, available_at, id) as place
        from turns where turn <= per_tenant)
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
