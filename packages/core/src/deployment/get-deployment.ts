import {
  type DefaultLimits,
  type DeploymentQuery,
  type DeploymentReply,
  effectiveLimits,
  type TenantState,
} from "@assay/contract";
import { tenants } from "@assay/db";
import { and, eq, sql } from "drizzle-orm";
import { contains } from "../contains.ts";
import { readDatabaseMillis } from "../database-clock.ts";
import { decodeCursor, toPage } from "../paging.ts";
import type { Context } from "../tenancy/context.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { limitsOf } from "../tenancy/tenant-limits.ts";
import { inSystem } from "../tenancy/transact.ts";
import { findTroubles, rankOf, type TroubleTimes } from "./find-troubles.ts";
import { readTenantStates, type StateRow } from "./read-tenant-states.ts";

const LIST = "deployment";

/** How all tenants are, those in the worst trouble first. Nothing of their evidence is read. */
export async function getDeployment(
  ctx: Context,
  { q, status, trouble, limit, cursor }: DeploymentQuery,
  { quota, ...times }: TroubleTimes & { readonly quota: DefaultLimits },
): Promise<DeploymentReply> {
  requireRole(ctx, "SUPER_ADMIN");
  const after = cursor === undefined ? undefined : decodeCursor(LIST, cursor, ["number", "id"]);
  const which = and(status && eq(tenants.status, status), contains(tenants.name, q)) ?? sql`true`;
  const { now, rows } = await inSystem(ctx.db, async (tx) => ({
    now: new Date(await readDatabaseMillis(tx)),
    rows: await readTenantStates(tx, which),
  }));
  const states = rows
    .map((row) => toState(row, now, { ...times, quota }))
    .filter(({ troubles }) => trouble === undefined || troubles.includes(trouble))
    .map((state) => ({ state, rank: rankOf(state.troubles), id: state.tenant.id }))
    .sort((a, b) => b.rank - a.rank || (a.id < b.id ? 1 : -1));
  const [rank, id] = after ?? [];
  const rest = after ? states.filter((each) => each.rank < rank! || (each.rank === rank && each.id < id!)) : states;
  const page = toPage(LIST, rest.slice(0, limit + 1), limit, (each) => [each.rank, each.id]);
  return {
    at: now.toISOString(),
    defaults: { documentsMax: quota.documentsMax, bytesMax: quota.bytesMax },
    totals: sumUp(states.map(({ state }) => state)),
    tenants: page.items.map(({ state }) => state),
    nextCursor: page.nextCursor,
  };
}

function sumUp(states: readonly TenantState[]): DeploymentReply["totals"] {
  const sum = (of: (state: TenantState) => number) => states.reduce((all, state) => all + of(state), 0);
  return {
    tenants: states.length,
    inTrouble: states.filter(({ troubles }) => troubles.length > 0).length,
    documents: sum(({ documents }) => documents.used),
    bytes: sum(({ bytes }) => bytes.used),
    jobsWaiting: sum(({ jobs }) => jobs.waiting),
    tokensThisMonth: sum(({ tokensThisMonth }) => tokensThisMonth.used),
    costUsdThisMonth: sum(({ costUsdThisMonth }) => costUsdThisMonth),
  };
}

function toState(row: StateRow, now: Date, settings: TroubleTimes & { readonly quota: DefaultLimits }): TenantState {
  const limits = effectiveLimits(limitsOf(row), settings.quota);
  const state = {
    tenant: { id: row.id, name: row.name, status: row.status, limits: limitsOf(row), createdAt: toTime(row.createdAt) },
    members: row.members,
    admins: row.admins,
    documents: { used: row.documents, limit: limits.documentsMax! },
    bytes: { used: row.bytes, limit: limits.bytesMax! },
    runsToday: { used: row.runsToday, limit: limits.runsPerDay },
    tokensThisMonth: { used: row.tokens, limit: limits.tokensPerMonth },
    costUsdThisMonth: row.costUsd,
    lastRun: toLastRun(row),
    failures: { documents: row.failedDocuments, runs: row.failedRuns },
    jobs: { waiting: row.jobs, oldestAt: toTimeOrNull(row.oldestJobAt), waitForPart: row.waitForPart },
    oldestUnreadAt: toTimeOrNull(row.oldestUnreadAt),
    integrity: {
      checkedAt: toTimeOrNull(row.checkedAt),
      chainBroken: row.chainBroken,
      damagedRuns: row.damagedRuns,
      damagedRecords: row.damagedRecords,
    },
  };
  const { tenant, ...rest } = state;
  return { tenant, troubles: findTroubles(state, now, settings), ...rest };
}

function toLastRun(row: StateRow): TenantState["lastRun"] {
  if (row.runStatus === null) return null;
  const { complete, partial, missing, notJudged } = row;
  return {
    status: row.runStatus,
    snapshotStatus: row.runSnapshotStatus!,
    createdAt: toTime(row.runCreatedAt!),
    endedAt: toTimeOrNull(row.runEndedAt),
    verdicts: row.runDamaged ? null : { complete, partial, missing, notJudged },
  };
}

function toTime(ms: number): string {
  return new Date(ms).toISOString();
}

function toTimeOrNull(ms: number | null): string | null {
  return ms === null ? null : toTime(ms);
}
