import { type Database, jobs, preparedOnce, type Transaction } from "@assay/db";
import { and, eq, getTableColumns, gte, lt, lte, or, type SQL, sql } from "drizzle-orm";
import { databaseMillis, databaseTimeIn, justAfterNow } from "../database-clock.ts";
import { inSystem } from "../tenancy/transact.ts";
import { type DueJobsOptions, type JobSlots, mayBegin, selectDueJobs } from "./due-jobs.ts";
import type { ClaimedJob } from "./job.ts";
import { ofActiveTenant } from "./of-active-tenant.ts";
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

export const isDue = and(eq(jobs.state, "PENDING"), lt(jobs.availableAt, justAfterNow), mayBegin);

export const leaseUntil = databaseTimeIn(sql.placeholder("leaseMs"));

/** What a claim changes. */
export const CLAIM = {
  state: "RUNNING",
  delayed: false,
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
  const which = and(
    eq(jobs.id, sql.placeholder("id")),
    isDue,
    lte(jobs.losses, sql.placeholder("lossesMax")),
    ofActiveTenant,
  )!;
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
  options: ClaimOptions & Pick<DueJobsOptions, "turns">,
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
