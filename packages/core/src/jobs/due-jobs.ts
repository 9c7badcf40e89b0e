import { JOB_KINDS } from "@assay/contract";
import { type Database, jobs, preparedOnce, type Transaction } from "@assay/db";
import { type SQL, sql } from "drizzle-orm";
import { justAfterNow } from "../database-clock.ts";
import { inSystem } from "../tenancy/transact.ts";
import type { JobKind, JobRef } from "./job.ts";
import { suspendedTenants } from "./of-active-tenant.ts";
import { SUSPECT_LOSSES } from "./release-lost.ts";

/** How many jobs of a kind one holder may run at a time: further ones in all, and of one tenant. */
export type JobSlots = { readonly [K in JobKind]: { readonly free: number; readonly perTenantMax: number } };

/** Of each kind, the tenant whose turn was last. */
export type Turns = Map<JobKind, string>;

export interface DueJob extends JobRef {
  readonly kind: JobKind;
  readonly suspect: boolean;
}

export interface DueJobsOptions {
  /** Whose slots they are: what it holds of a tenant's counts. */
  readonly holder?: string;
  readonly withoutSuspects?: boolean;
  /** Kept by the caller from one call to the next, and moved on by each. Without it each begins with the first tenant. */
  readonly turns?: Turns;
}

/**
 * Jobs that may be claimed now, fair across tenants: the next of each tenant before the second of any, beginning behind
 * the tenant whose turn was last, and none from a tenant of which the holder runs `perTenantMax` jobs of the kind. Of each
 * tenant those that were never lost come first, and of suspects there is one at most. What is taken together is begun in the
 * order in which it fell due. However many tenants and jobs wait,
 * it looks at as many tenants as there are slots.
 */
export function listDueJobs(db: Database, slots: JobSlots, options: DueJobsOptions): Promise<DueJob[]> {
  return inSystem(db, (tx) => selectDueJobs(tx, slots, options));
}

const FIRST_TENANT = "00000000-0000-0000-0000-000000000000";

export async function selectDueJobs(
  tx: Transaction,
  slots: JobSlots,
  { holder, withoutSuspects = false, turns = new Map() }: DueJobsOptions,
): Promise<DueJob[]> {
  if (Object.values(slots).every(({ free }) => free <= 0)) return [];
  const asked = JOB_KINDS.flatMap((kind) => [
    [`free_${kind}`, slots[kind].free],
    [`per_tenant_${kind}`, slots[kind].perTenantMax],
    [`after_${kind}`, turns.get(kind) ?? FIRST_TENANT],
  ]);
  const values = { ...Object.fromEntries(asked), holder: holder ?? null, suspectsMax: withoutSuspects ? 0 : 1 };
  const due = await dueJobs(tx, values);
  for (const { kind, tenantId, isLast } of due) if (isLast) turns.set(kind, tenantId);
  return due.map(({ isLast: _, ...job }) => job);
}

/** Most jobs of which one look notes that their time has come. */
const DELAYED_MAX = 500;

/** The planner must find the words of the indexes, so none of them is a parameter. */
const isFresh = sql.raw(`state = 'PENDING' and not delayed and losses < ${SUSPECT_LOSSES}`);
const isSuspect = sql.raw(`state = 'PENDING' and not delayed and losses >= ${SUSPECT_LOSSES}`);
/** In maintenance mode jobs wait. */
export const mayBegin = sql.raw("not exists (select from deployment where maintenance_since is not null)");
const isPast = sql`available_at < ${justAfterNow}`;

const slotsOf = (kind: JobKind) =>
  sql`(${sql.raw(`'${kind}'`)}, ${sql.placeholder(`free_${kind}`)}::int, ${sql.placeholder(`per_tenant_${kind}`)}::int,
    ${sql.placeholder(`after_${kind}`)}::uuid)`;

/** The next tenant that has a job due. The order is the index's own, or another one is taken. */
const nextTenant = (kind: SQL, which: SQL) => sql`(
  select tenant_id from work_items job where ${isFresh} and job.kind = ${kind} and ${which} and ${isPast}
  order by tenant_id, losses, available_at, id limit 1)`;

const first = sql`coalesce(
  ${nextTenant(sql`slots.kind`, sql`job.tenant_id > slots.after`)},
  ${nextTenant(sql`slots.kind`, sql`job.tenant_id <= slots.after`)})`;

const following = sql`case when waiting.tenant_id > slots.after then coalesce(
    ${nextTenant(sql`slots.kind`, sql`job.tenant_id > waiting.tenant_id`)},
    ${nextTenant(sql`slots.kind`, sql`job.tenant_id <= slots.after`)})
  else ${nextTenant(sql`slots.kind`, sql`job.tenant_id > waiting.tenant_id and job.tenant_id <= slots.after`)} end`;

const dueJobs = preparedOnce((tx) => {
  const late = sql`array(
    select id from work_items where state = 'PENDING' and delayed and ${isPast}
    order by available_at limit ${sql.raw(String(DELAYED_MAX))} for update skip locked)`;
  const come = tx.$with("come").as(
    tx.update(jobs).set({ delayed: false }).where(sql`${jobs.id} = any(${late})`).returning({
      id: jobs.id,
      kind: jobs.kind,
      tenantId: jobs.tenantId,
      availableAt: jobs.availableAt,
      losses: jobs.losses,
    }),
  );
  // Of the tenants that are looked at, those of which the holder runs something may be too many for a turn, and the
  // suspended ones have none.
  const queue = sql`(with recursive
    slots (kind, free, per_tenant, after) as (values ${sql.join(JOB_KINDS.map(slotsOf), sql`, `)}),
    busy as (
      select kind, tenant_id, count(*)::int as held from (
        select kind, tenant_id from work_items where state = 'RUNNING' and holder = ${sql.placeholder("holder")}::uuid
        union all
        select kind, tenant_id from work_items
        where state = 'RUNNING' and holder is null and ${sql.placeholder("holder")}::uuid is null) as held
      group by kind, tenant_id),
    suspended as ${suspendedTenants},
    waiting (kind, tenant_id, nth) as (
      select kind, ${first}, 1 from slots where free > 0
      union all
      select kind, ${following}, nth + 1 from waiting join slots using (kind)
      where tenant_id is not null and nth < free + (select count(*) from busy where busy.kind = waiting.kind) + (select count(*) from suspended)),
    tenants as (
      select waiting.kind, waiting.tenant_id, free, per_tenant,
        count(*) over (partition by waiting.kind order by coalesce(held, 0)) - 1 as before_second
      from waiting join slots using (kind) left join busy using (kind, tenant_id)
      where waiting.tenant_id is not null and coalesce(held, 0) < per_tenant
        and waiting.tenant_id not in (select id from suspended)),
    due as (
      select next.id, kind, tenant_id, next.available_at, next.losses, true as in_turn
      from tenants cross join lateral (
        select id, available_at, losses from work_items job
        where ${isFresh} and job.kind = tenants.kind and job.tenant_id = tenants.tenant_id and ${isPast}
        order by losses, available_at, id limit least(per_tenant, greatest(1, free - before_second))) next
      union all
      select next.id, kind, next.tenant_id, next.available_at, next.losses, false
      from slots cross join lateral (
        select id, tenant_id, available_at, losses from work_items job
        where ${isSuspect} and job.kind = slots.kind and ${isPast} and not exists (
          select from busy where busy.kind = slots.kind and busy.tenant_id = job.tenant_id and held >= per_tenant)
          and job.tenant_id not in (select id from suspended)
        order by losses, available_at, id limit ${sql.placeholder("suspectsMax")}::int) next
      where free > 0
      union all
      select id, kind, tenant_id, available_at, losses, false from come
      where tenant_id not in (select id from suspended)),
    turns as (
      select due.*, free, per_tenant, after, losses >= ${sql.raw(String(SUSPECT_LOSSES))} as suspect, coalesce(held, 0)
        + row_number() over (partition by kind, tenant_id order by losses, available_at, id) as turn
      from due join slots using (kind) left join busy using (kind, tenant_id)),
    allowed as (
      select *, row_number() over (partition by suspect order by turn, losses, available_at, id) as rank
      from turns where turn <= per_tenant),
    queue as (
      select *, row_number() over (
        partition by kind order by turn, losses > 0, tenant_id <= after, tenant_id, available_at, id) as place
      from allowed where not suspect or rank <= ${sql.placeholder("suspectsMax")}::int)
    select id, tenant_id, kind, suspect,
      row_number() over (partition by kind order by turn, losses > 0, available_at, id) as nth,
      in_turn and row_number() over (
        partition by kind, in_turn order by tenant_id <= after desc, tenant_id desc) = 1 as is_last
    from queue where place <= free and ${mayBegin}) as queue`;
  return tx
    .with(come)
    .select({
      jobId: sql<string>`id`,
      tenantId: sql<string>`tenant_id`,
      kind: sql<JobKind>`kind`,
      suspect: sql<boolean>`suspect`,
      isLast: sql<boolean>`is_last`,
    })
    .from(queue)
    .orderBy(sql`nth`)
    .prepare("due_jobs");
});
