import { type Database, workItems } from "@assay/db";
import { and, eq, lt, or, sql } from "drizzle-orm";
import { databaseTimeIn } from "../database-clock.ts";
import { inSystem } from "../tenancy/transact.ts";
import type { WorkItem, WorkKind, WorkRef } from "./work-item.ts";

/** Takes an item that is due, or whose holder's lease ran out. Answers undefined when there is nothing to take. */
export function claimWorkItem(db: Database, id: string, { leaseMs }: { leaseMs: number }): Promise<WorkItem | undefined> {
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

/**
 * Items that may be claimed now, fair across tenants: the next of each tenant before the second of any, and none from
 * a tenant that already holds `perTenantMax` running items of the kind.
 */
export function listDueWork(
  db: Database,
  { kind, limit, perTenantMax }: { kind: WorkKind; limit: number; perTenantMax: number },
): Promise<WorkRef[]> {
  return inSystem(db, async (tx) => {
    const { rows } = (await tx.execute(sql`
      with busy as (
        select tenant_id, count(*) as held from work_items
        where kind = ${kind} and state = 'RUNNING' and lease_until >= now() group by tenant_id),
      due as (
        select id, tenant_id, available_at, row_number() over (partition by tenant_id order by available_at, id) as turn
        from work_items
        where kind = ${kind} and ((state = 'PENDING' and available_at <= now()) or (state = 'RUNNING' and lease_until < now())))
      select due.id as "workItemId", due.tenant_id as "tenantId" from due left join busy using (tenant_id)
      where turn + coalesce(held, 0) <= ${perTenantMax}
      order by turn + coalesce(held, 0), available_at, due.id limit ${limit}`)) as unknown as { rows: WorkRef[] };
    return rows;
  });
}

/** At the start of a process that knows itself to be the only one: no other holder can be alive. */
export function releaseAllLeases(db: Database): Promise<void> {
  return inSystem(db, async (tx) => {
    await tx.update(workItems).set({ leaseUntil: sql`now() - interval '1 second'` }).where(eq(workItems.state, "RUNNING"));
  });
}
