import type { Part } from "@assay/contract";
import { type Database, oneRow, rowsOf, type Transaction } from "@assay/db";
import { sql } from "drizzle-orm";
import type { JobKind } from "../jobs/job.ts";
import { ofActiveTenant } from "../jobs/of-active-tenant.ts";
import { inSystem } from "../tenancy/transact.ts";

/** due: may be taken; delayed: for later; waiting: for a part that cannot be used, a quota, or a suspended tenant; running: claimed. */
export const JOB_STATES = ["due", "delayed", "waiting", "running"] as const;

export interface JobsOfKind {
  readonly kind: JobKind;
  readonly state: (typeof JOB_STATES)[number];
  readonly count: number;
  /** How long the oldest is due, or runs. */
  readonly oldestSeconds: number;
}

/** How the deployment is, over all tenants and processes: counts, ages and names of models. */
export interface DeploymentState {
  readonly jobs: readonly JobsOfKind[];
  readonly waiting: readonly { readonly part: Part; readonly count: number }[];
  /** Models that have failed and answered nobody since. */
  readonly modelsDown: readonly { readonly model: string; readonly code: string | null }[];
  /** Runs, tenants' records and stored files that are not as they were recorded. */
  readonly damaged: { readonly runs: number; readonly records: number; readonly files: number };
  readonly brokenChains: number;
  readonly webhooksDisabled: number;
  /** Of the newest backup; null where none was recorded. */
  readonly backupAgeSeconds: number | null;
  /** Of the oldest tenant; null where there is none. */
  readonly tenantAgeSeconds: number | null;
  readonly sweepAgeSeconds: number | null;
}

export function readDeploymentState(db: Database): Promise<DeploymentState> {
  return inSystem(db, selectDeploymentState);
}

/** Null where the time is null: "greatest" would take it for 0. */
const age = (of: ReturnType<typeof sql>) =>
  sql`(case when ${of} > now() then 0 else extract(epoch from now() - ${of}) end)::float8`;

export async function selectDeploymentState(tx: Transaction): Promise<DeploymentState> {
  const state = sql`case when state = 'RUNNING' then 'running' when waiting_for is not null or not ${ofActiveTenant} then 'waiting'
    when available_at > now() then 'delayed' else 'due' end`;
  const jobs = await rowsOf<JobsOfKind>(
    tx,
    sql`select kind, ${state} as state, count(*)::int as count, max(${age(sql`available_at`)}) as "oldestSeconds"
      from work_items where state in ('PENDING', 'RUNNING') group by kind, 2 order by kind, 2`,
  );
  const waiting = await rowsOf<DeploymentState["waiting"][number]>(
    tx,
    sql`select waiting_for as part, count(*)::int as count from work_items
      where state = 'PENDING' and waiting_for is not null group by waiting_for order by waiting_for`,
  );
  // A failure that long after the pause is the first one again, and a quota that is used up is no outage.
  const modelsDown = await rowsOf<DeploymentState["modelsDown"][number]>(
    tx,
    sql`select substr(part, 7) as model, code from pauses where part like 'model:%' and failures > 0
      and until > now() - interval '10 minutes' and code is distinct from 'MODEL_RATE_LIMITED' order by part`,
  );
  const rest = await rowsOf<Omit<DeploymentState, "jobs" | "waiting" | "modelsDown" | "damaged"> & Damaged>(
    tx,
    sql`select
      (select count(*)::int from result_checks where damaged <> '{}') as runs,
      (select count(*)::int from record_checks where damaged <> '{}') as records,
      (select count(*)::int from documents
        where status = 'FAILED' and failure_code in ('HASH_MISMATCH', 'OBJECT_MISSING')) as files,
      (select count(*)::int from chain_checks where broken is not null) as "brokenChains",
      (select count(*)::int from webhooks where not enabled) as "webhooksDisabled",
      (select ${age(sql`max(taken_at)`)} from backups) as "backupAgeSeconds",
      (select ${age(sql`min(created_at)`)} from tenants) as "tenantAgeSeconds",
      (select ${age(sql`swept_at`)} from sweeps) as "sweepAgeSeconds"`,
  );
  const { runs, records, files, ...others } = oneRow(rest);
  return { jobs, waiting, modelsDown, damaged: { runs, records, files }, ...others };
}

type Damaged = DeploymentState["damaged"];
