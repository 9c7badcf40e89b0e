import {
  type AdminRun,
  type AdminRunDetails,
  type AdminRunListQuery,
  ASSESSMENT_STATUSES,
  isUuid,
  TASK_STATUSES,
} from "@assay/contract";
import { assessments, exports, runDocuments, runs, type Transaction, tasks } from "@assay/db";
import { and, asc, count, desc, eq, gte, isNotNull, lt } from "drizzle-orm";
import { getRetrievalVersion } from "../corpus/retrieval-versions.ts";
import { newestFirst, type Page, toPage } from "../paging.ts";
import type { Context } from "../tenancy/context.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inTenant } from "../tenancy/transact.ts";
import { shownRun, stepsOf, withShownRun } from "./read-runs.ts";
import { type ShownRun, toRun, toRunConfiguration, toRunStep } from "./to-run.ts";

/** Newest first, with what each run cost. */
export function listRunsForAdmins(ctx: Context, query: AdminRunListQuery): Promise<Page<AdminRun>> {
  requireRole(ctx, "ADMIN");
  const { status, packId, from, to, limit, cursor } = query;
  if (packId !== undefined && !isUuid(packId)) return Promise.resolve({ items: [], nextCursor: null });
  const after = newestFirst("admin-runs", runs.createdAt, runs.id, cursor);
  return inTenant(ctx, async (tx) => {
    const rows = await tx
      .select(shownRun)
      .from(runs)
      .where(
        and(
          eq(runs.tenantId, ctx.tenantId),
          status === undefined ? undefined : eq(runs.status, status),
          packId === undefined ? undefined : eq(runs.packId, packId),
          from === undefined ? undefined : gte(runs.createdAt, new Date(from)),
          to === undefined ? undefined : lt(runs.createdAt, new Date(to)),
          after,
        ),
      )
      .orderBy(desc(runs.createdAt), desc(runs.id))
      .limit(limit + 1);
    const page = toPage("admin-runs", rows, limit, (row) => [row.createdAt.toISOString(), row.id]);
    return { items: page.items.map(toAdminRun), nextCursor: page.nextCursor };
  });
}

/** A run with its steps, its pins, what it counted and cost, and all that went wrong in it. */
export async function getRunDetails(ctx: Context, runId: string): Promise<AdminRunDetails> {
  requireRole(ctx, "ADMIN");
  return withShownRun(ctx, runId, async (tx, row) => {
    const { tenantId } = ctx;
    const ofRun = { tenantId, runId };
    return {
      run: toAdminRun(row),
      configuration: toRunConfiguration(row, await getRetrievalVersion(tx, row.retrievalVersionId)),
      steps: (await stepsOf(tx, tenantId, runId)).map(toRunStep),
      counts: {
        documents: await countOf(tx, runDocuments, ofRun),
        assessments: await countByStatus(tx, assessments, ASSESSMENT_STATUSES, ofRun),
        tasks: await countByStatus(tx, tasks, TASK_STATUSES, ofRun),
        exports: await countOf(tx, exports, ofRun),
      },
      excludedDocuments: await listExcludedDocuments(tx, ofRun),
      failedRequirements: await listFailedRequirements(tx, ofRun),
    };
  });
}

interface OfRun {
  readonly tenantId: string;
  readonly runId: string;
}
type PartTable = typeof runDocuments | typeof exports | typeof assessments | typeof tasks;

function partOf(table: PartTable, { tenantId, runId }: OfRun) {
  return and(eq(table.tenantId, tenantId), eq(table.runId, runId));
}

async function countOf(tx: Transaction, table: PartTable, ofRun: OfRun): Promise<number> {
  const [row] = await tx.select({ value: count() }).from(table).where(partOf(table, ofRun));
  return row!.value;
}

async function countByStatus<S extends string>(
  tx: Transaction,
  table: typeof assessments | typeof tasks,
  statuses: readonly S[],
  ofRun: OfRun,
): Promise<Record<S, number>> {
  const rows: { status: string; value: number }[] = await tx
    .select({ status: table.status, value: count() })
    .from(table)
    .where(partOf(table, ofRun))
    .groupBy(table.status);
  const counted = new Map(rows.map(({ status, value }) => [status, value]));
  return Object.fromEntries(statuses.map((status) => [status, counted.get(status) ?? 0])) as Record<S, number>;
}

async function listExcludedDocuments(tx: Transaction, ofRun: OfRun) {
  const rows = await tx
    .select()
    .from(runDocuments)
    .where(and(partOf(runDocuments, ofRun), isNotNull(runDocuments.excludedReason)))
    .orderBy(asc(runDocuments.documentId));
  return rows.map(({ documentId, originalFilename, excludedReason }) => ({
    documentId,
    originalFilename,
    reason: excludedReason!,
  }));
}

function listFailedRequirements(tx: Transaction, ofRun: OfRun) {
  return tx
    .select({ requirementId: assessments.requirementId, reasoning: assessments.reasoning })
    .from(assessments)
    .where(and(partOf(assessments, ofRun), eq(assessments.status, "FAILED")))
    .orderBy(asc(assessments.position));
}

function toAdminRun(row: ShownRun): AdminRun {
  const { triggerType, reuse, tokensIn, tokensOut, costUsd } = row;
  return { ...toRun(row), triggerType, reuse, usage: { tokensIn, tokensOut, costUsd } };
}
