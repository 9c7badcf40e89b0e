import {
  FAILED_RUN_DAYS,
  type RunStatus,
  type SnapshotStatus,
  STATE_COUNT_MAX,
  type TenantStatus,
} from "@assay/contract";
import { rowsOf, type Transaction } from "@assay/db";
import { type SQL, sql } from "drizzle-orm";

/** One tenant's quantities as the database counts them; times in milliseconds. */
export interface StateRow {
  readonly id: string;
  readonly name: string;
  readonly status: TenantStatus;
  readonly createdAt: number;
  readonly now: number;
  readonly documentsMax: number | null;
  readonly bytesMax: number | null;
  readonly runsPerDay: number | null;
  readonly tokensPerMonth: number | null;
  readonly documents: number;
  readonly bytes: number;
  readonly members: number;
  readonly admins: number;
  readonly runsToday: number;
  readonly tokens: number;
  readonly costUsd: number;
  readonly failedRuns: number;
  readonly failedDocuments: number;
  readonly jobs: number;
  readonly oldestJobAt: number | null;
  readonly waitForPart: boolean;
  readonly oldestUnreadAt: number | null;
  readonly chainBroken: boolean;
  readonly checkedAt: number | null;
  readonly damagedRecords: number;
  readonly damagedRuns: number;
  readonly runStatus: RunStatus | null;
  readonly runSnapshotStatus: SnapshotStatus | null;
  readonly runCreatedAt: number | null;
  readonly runEndedAt: number | null;
  readonly runDamaged: boolean;
  readonly complete: number;
  readonly partial: number;
  readonly missing: number;
  readonly notJudged: number;
}

const ms = (time: string) => sql.raw(`floor(extract(epoch from ${time}) * 1000)::float8`);
/** Counts at most so many rows, so that no tenant is read whole. */
const some = (from: SQL) =>
  sql`(select count(*)::int from (select 1 from ${from} limit ${sql.raw(String(STATE_COUNT_MAX))}) as counted)`;
const cap = sql.raw(String(STATE_COUNT_MAX));

/**
 * Of every tenant that `which` allows, in one statement: each part is one row or an index's first rows of a tenant, so that it
 * costs the same however much a tenant has.
 */
export function readTenantStates(tx: Transaction, which: SQL): Promise<StateRow[]> {
  return rowsOf<StateRow>(
    tx,
    sql`select tenants.id, tenants.name, tenants.status, ${ms("tenants.created_at")} as "createdAt", ${ms("now()")} as now,
      tenants.documents_max::float8 as "documentsMax", tenants.bytes_max::float8 as "bytesMax",
      tenants.runs_per_day as "runsPerDay", tenants.tokens_per_month::float8 as "tokensPerMonth",
      coalesce(held.documents, 0)::float8 as documents, coalesce(held.bytes, 0)::float8 as bytes,
      ${some(sql`memberships m where m.tenant_id = tenants.id and m.revoked_at is null`)} as members,
      ${some(sql`memberships m where m.tenant_id = tenants.id and m.revoked_at is null
        and m.role in ('ADMIN', 'SUPER_ADMIN')`)} as admins,
      month.today as "runsToday", month.tokens, month.cost as "costUsd",
      ${some(sql`runs r where r.tenant_id = tenants.id and r.status = 'FAILED'
        and r.created_at >= now() - make_interval(days => ${sql.raw(String(FAILED_RUN_DAYS))})`)} as "failedRuns",
      ${some(sql`documents d where d.tenant_id = tenants.id and d.status = 'FAILED'`)} as "failedDocuments",
      waiting.jobs, waiting.oldest as "oldestJobAt", waiting.part as "waitForPart",
      unread.oldest as "oldestUnreadAt",
      coalesce(chain.broken is not null, false) as "chainBroken",
      ${ms("least(chain.checked_at, records.checked_at)")} as "checkedAt",
      coalesce(cardinality(records.damaged), 0) as "damagedRecords",
      ${some(sql`result_checks c where c.tenant_id = tenants.id and c.damaged <> '{}'`)} as "damagedRuns",
      last.status as "runStatus", last.snapshot_status as "runSnapshotStatus", last.created as "runCreatedAt",
      last.ended as "runEndedAt", coalesce(last_check.damaged <> '{}', false) as "runDamaged",
      coalesce(last.complete_count, 0) as complete, coalesce(last.partial_count, 0) as partial,
      coalesce(last.missing_count, 0) as missing, coalesce(last.not_judged_count, 0) as "notJudged"
    from tenants
    left join tenant_usage held on held.tenant_id = tenants.id
    left join chain_checks chain on chain.tenant_id = tenants.id
    left join record_checks records on records.tenant_id = tenants.id
    left join lateral (
      select r.id, r.status, r.snapshot_status, ${ms("r.created_at")} as created,
        ${ms("coalesce(r.completed_at, r.failed_at)")} as ended,
        r.complete_count, r.partial_count, r.missing_count, r.not_judged_count
      from runs r where r.tenant_id = tenants.id order by r.created_at desc, r.id desc limit 1) last on true
    left join result_checks last_check on last_check.tenant_id = tenants.id and last_check.run_id = last.id
    cross join lateral (
      select coalesce(sum(started.tokens), 0)::float8 as tokens, coalesce(sum(started.cost_usd), 0)::float8 as cost,
        (count(*) filter (where started.created_at >= date_trunc('day', now(), 'UTC')))::int as today
      from (select r.tokens_in::bigint + r.tokens_out as tokens, r.cost_usd, r.created_at
        from runs r where r.tenant_id = tenants.id and r.created_at >= date_trunc('month', now(), 'UTC')
          and r.trigger_type = 'manual' order by r.created_at desc limit ${cap}) started) month
    cross join lateral (
      select count(*)::int as jobs, ${ms("min(due.available_at)")} as oldest,
        coalesce(bool_or(due.waiting_for is not null), false) as part
      from (select j.available_at, j.waiting_for from work_items j
        where j.tenant_id = tenants.id and j.state in ('PENDING', 'RUNNING') and j.state = 'PENDING'
          and (j.available_at <= now() or j.waiting_for is not null) limit ${cap}) due) waiting
    cross join lateral (
      select ${ms("min(first.uploaded_at)")} as oldest
      from unnest(array['UPLOADED', 'EXTRACTED', 'PARSED', 'INDEXED']) as open(status)
      cross join lateral (select d.uploaded_at from documents d where d.tenant_id = tenants.id and d.status = open.status
        order by d.uploaded_at, d.id limit 1) first) unread
    where ${which}`,
  );
}
