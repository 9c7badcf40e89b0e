import { JOB_KINDS } from "@assay/contract";
import { type Database, jobs, preparedOnce, type Transaction } from "@assay/db";
import { and, eq, getTableColumns, gte, lt, lte, or, type SQL, sql } from "drizzle-orm";
import { databaseMillis, databaseTimeIn, justAfterNow } from "../database-clock.ts";
import { inSystem } from "../tenancy/transact.ts";
import type { ClaimedJob, JobKind, JobRef } from "./job.ts";
import { knownPauses } from "./pauses.ts";
import { SUSPECT_LOSSES } from "./release-lost.ts";

export interface ClaimOptions {
  readonly leaseMs: number;
  readonly holder?: string;
  /** Leaves a suspect where it is. */
  readonly withoutSuspects?: boolean;
}

const LOSSES_ANY = 2 ** 31 - 1;

/** Takes a job that is due. Returns undefined when there is nothing to take. */
export function claimJob(
  db: Database,
  id: string,
  { leaseMs, holder, withoutSuspects = false }: ClaimOptions,
): Promise<ClaimedJob | undefined> {
  const lossesMax = withoutSuspects ? SUSPECT_LOSSES - 1 : LOSSES_ANY;
  const values = { id, lossesMax, holder: holder ?? null, leaseMs };
  return inSystem(db, async (tx) => (await claimOne(tx, values))[0]);
}

export const isDue = and(eq(jobs.state, "PENDING"), lt(jobs.availableAt, justAfterNow));

export const leaseUntil = databaseTimeIn(sql.placeholder("leaseMs"));

/** What a claim changes. */
export const CLAIM = {
  state: "RUNNING",
  fence: sql`${jobs.fence} + 1`,
  holder: sql`${sql.placeholder("holder")}::uuid`,
  leaseUntil,
} as const;

function claiming(tx: Transaction, which: SQL) {
  return tx
    .update(jobs)
    .set(CLAIM)
    .where(which)
    .returning({ ...getTableColumns(jobs), pauses: knownPauses, claimedAtMs: databaseMillis });
}

const claimOne = preparedOnce((tx) => {
  const which = and(eq(jobs.id, sql.placeholder("id")), isDue, lte(jobs.losses, sql.placeholder("lossesMax")))!;
  return claiming(tx, which).prepare("claim_job");
});

const claimAll = preparedOnce((tx) => {
  const free = sql`select id from work_items where id = any(${sql.placeholder("ids")}::uuid[]) and ${isDue}
    for update skip locked`;
  const which = sql`${jobs.id} = any(array(${free}))`;
  return claiming(tx, which).prepare("claim_jobs");
});

/**
 * Takes as many due jobs as the slots allow, in the order of `listDueJobs` and in one transaction. Those that another
 * process takes at the same moment are passed over: then `contended` says that there may be others.
 */
export function claimDueJobs(
  db: Database,
  slots: JobSlots,
  options: ClaimOptions,
): Promise<{ readonly claimed: readonly ClaimedJob[]; readonly contended: boolean }> {
  if (Object.values(slots).every(({ free }) => free <= 0)) return Promise.resolve({ claimed: [], contended: false });
  return inSystem(db, async (tx) => {
    const due = await selectDueJobs(tx, slots, options);
    if (due.length === 0) return { claimed: [], contended: false };
    const { holder = null, leaseMs } = options;
    const claimed = await claimAll(tx, { ids: due.map(({ jobId }) => jobId), holder, leaseMs });
    const place = new Map(due.map(({ jobId }, at) => [jobId, at]));
    return {
      claimed: claimed.sort((one, other) => place.get(one.id)! - place.get(other.id)!),
      contended: claimed.length < due.length,
    };
  });
}

/**
 * How long until a job may be claimed that a delivery found held, by a holder that may be dead, or that waits for
 * another suspect to end. Undefined where there is nothing to wait for.
 */
export function findWaitMs(db: Database, id: string): Promise<number | undefined> {
  return inSystem(db, async (tx) => {
    const [waiting] = await tx
      .select({
        ms: sql<number>`(extract(epoch from coalesce(${jobs.leaseUntil}, now()) - now()) * 1000)::float8`,
      })
      .from(jobs)
      .where(
        and(
          eq(jobs.id, id),
          or(
            eq(jobs.state, "RUNNING"),
            and(eq(jobs.state, "PENDING"), gte(jobs.losses, SUSPECT_LOSSES), lt(jobs.availableAt, justAfterNow)),
          ),
        ),
      );
    return waiting && Math.max(0, waiting.ms);
  });
}

/** How many jobs of a kind one holder may run at a time: further ones in all, and of one tenant. */
export type JobSlots = { readonly [K in JobKind]: { readonly free: number; readonly perTenantMax: number } };

export interface DueJob extends JobRef {
  readonly kind: JobKind;
  readonly suspect: boolean;
}

export interface DueJobsOptions {
  /** Whose slots they are: what it holds of a tenant's counts. */
  readonly holder?: string;
  readonly withoutSuspects?: boolean;
}

/**
 * Items that may be claimed now, fair across tenants: the next of each tenant before the second of any, and none from
 * a tenant of which the holder runs `perTenantMax` jobs of the kind. Of each tenant those that were never lost come
 * first, and of suspects there is one at most. However many jobs wait, it looks at no more of a tenant's than there are
 * slots.
 */
export function listDueJobs(db: Database, slots: JobSlots, options: DueJobsOptions): Promise<DueJob[]> {
  return inSystem(db, (tx) => selectDueJobs(tx, slots, options));
}

async function selectDueJobs(
  tx: Transaction,
  slots: JobSlots,
  { holder, withoutSuspects = false }: DueJobsOptions,
): Promise<DueJob[]> {
  if (Object.values(slots).every(({ free }) => free <= 0)) return [];
  const asked = JOB_KINDS.flatMap((kind) => [
    [`free_${kind}`, slots[kind].free],
    [`per_tenant_${kind}`, slots[kind].perTenantMax],
  ]);
  return dueJobs(tx, { ...Object.fromEntries(asked), holder: holder ?? null, suspectsMax: withoutSuspects ? 0 : 1 });
}

const dueJobs = preparedOnce((tx) => {
  const asked = sql.join(
    JOB_KINDS.map(
      (kind) =>
        sql`(${sql.raw(`'${kind}'`)}, ${sql.placeholder(`free_${kind}`)}::int, ${sql.placeholder(`per_tenant_${kind}`)}::int)`,
    ),
    sql`, `,
  );
  const ofTenant = sql`state = 'PENDING' and job.kind = waiting.kind and job.tenant_id = waiting.tenant_id
    and available_at < ${justAfterNow}`;
  const most = sql`limit least(free, per_tenant)`;
  // `waiting` steps through the index from one tenant to the next: its order is the index's own, or another one is taken.
  const queue = sql`(with recursive slots (kind, free, per_tenant) as (values ${asked}),
    waiting (kind, tenant_id) as (
      select kind, (
        select tenant_id from work_items job where state = 'PENDING' and job.kind = slots.kind
        order by tenant_id, available_at limit 1) from slots where free > 0
      union all
      select kind, (
        select tenant_id from work_items job
        where state = 'PENDING' and job.kind = waiting.kind and job.tenant_id > waiting.tenant_id
        order by tenant_id, available_at limit 1) from waiting where tenant_id is not null),
    due as (
      select next.id, kind, tenant_id, next.available_at, next.losses
      from waiting join slots using (kind) cross join lateral (
        (select id, available_at, losses from work_items job where ${ofTenant} and losses = 0
        order by available_at, id ${most})
        union all
        (select id, available_at, losses from work_items job where ${ofTenant} and losses > 0
        order by losses, available_at, id ${most})) next),
    busy as (
      select kind, tenant_id, count(*) as held from slots join work_items using (kind)
      where state = 'RUNNING' and holder is not distinct from ${sql.placeholder("holder")}::uuid
      group by kind, tenant_id),
    turns as (
      select due.*, free, per_tenant, losses >= ${SUSPECT_LOSSES} as suspect, coalesce(held, 0)
        + row_number() over (partition by kind, tenant_id order by losses, available_at, id) as turn
      from due join slots using (kind) left join busy using (kind, tenant_id)),
    allowed as (
      select *, row_number() over (partition by suspect order by turn, losses, available_at, id) as rank
      from turns where turn <= per_tenant),
    queue as (
      select *, row_number() over (partition by kind order by turn, losses > 0, available_at, id) as place
      from allowed where not suspect or rank <= ${sql.placeholder("suspectsMax")}::int)
      select id, tenant_id, kind, suspect, place from queue where place <= free) as queue`;
  return tx
    .select({
      jobId: sql<string>`id`,
      tenantId: sql<string>`tenant_id`,
      kind: sql<JobKind>`kind`,
      suspect: sql<boolean>`suspect`,
    })
    .from(queue)
    .orderBy(sql`place`)
    .prepare("due_jobs");
});
