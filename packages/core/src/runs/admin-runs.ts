import {
  type AdminRunDetails,
  ASSESSMENT_STATUSES,
  type Assessment,
  type AssessmentStatus,
  TASK_STATUSES,
} from "@assay/contract";
import {
  assessments,
  exports,
  oneRow,
  resultChecks,
  runDocuments,
  snapshots,
  type Transaction,
  tasks,
} from "@assay/db";
import { and, asc, count, eq, isNotNull, sql } from "drizzle-orm";
import { getPackName } from "../packs/get-pack-name.ts";
import { getRetrievalVersion } from "../retrieval-versions/retrieval-versions.ts";
import { findSealedRun, requireRows, resultsOf } from "../sealed/index.ts";
import { isOpenTask } from "../tasks/tasks.ts";
import type { Context } from "../tenancy/context.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { stepsOf, withShownRun } from "./read-runs.ts";
import { readPins } from "./run-pins.ts";
import { readWaiting } from "./run-waiting.ts";
import { readRunWork } from "./run-work.ts";
import { toAdminRun } from "./to-admin-run.ts";
import { toRunConfiguration, toRunStep } from "./to-run.ts";

/** Of whose rows something is shown with a run. */
const SHOWN = ["run_steps", "run_documents", "run_documents_left_out", "tasks", "snapshots"] as const;
/** Also those, of a run that has no snapshot. */
const SEALED = ["assessments", "exports"] as const;

/** A run with its steps, its pins, what it counted and cost, and all that went wrong in it. */
export async function getRunDetails(ctx: Context, runId: string): Promise<AdminRunDetails> {
  requireRole(ctx, "ADMIN");
  return withShownRun(ctx, runId, async (tx, row) => {
    const { tenantId } = ctx;
    const ofRun = { tenantId, runId };
    const sealed = (await findSealedRun(tx, row))?.content;
    for (const table of sealed ? SHOWN : [...SHOWN, ...SEALED]) await requireRows(tx, resultsOf(row), table);
    const pins = await readPins(tx, tenantId, row);
    const packName = await getPackName(tx, row.packId);
    return {
      run: toAdminRun({ ...row, packName, criteriaVersion: pins.criteria.pinned.version }),
      configuration: toRunConfiguration(row, await getRetrievalVersion(tx, row.retrievalVersionId)),
      pins,
      steps: (await stepsOf(tx, tenantId, runId)).map(toRunStep),
      work: await readRunWork(tx, ofRun),
      waiting: await readWaiting(tx, row),
      counts: {
        documents: await countOf(tx, runDocuments, ofRun),
        assessments: sealed
          ? countStatuses(sealed.assessments)
          : await countByStatus(tx, assessments, ASSESSMENT_STATUSES, ofRun),
        tasks: await countByStatus(tx, tasks, TASK_STATUSES, ofRun),
        openTasks: await countOpenTasks(tx, ofRun),
        exports: sealed?.exports.length ?? (await countOf(tx, exports, ofRun)),
      },
      snapshot: await describeSnapshot(tx, ofRun),
      resultCheck: await findResultCheck(tx, ofRun),
      excludedDocuments: await listExcludedDocuments(tx, ofRun),
      failedRequirements: sealed
        ? sealed.assessments.filter(({ status }) => status === "FAILED").map(toFailed)
        : await listFailedRequirements(tx, ofRun),
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

async function describeSnapshot(tx: Transaction, ofRun: OfRun): Promise<AdminRunDetails["snapshot"]> {
  const [row] = await tx
    .select({
      snapshotHash: snapshots.snapshotHash,
      sizeBytes: sql<number>`length(${snapshots.bytes})`,
      capturedAt: snapshots.capturedAt,
    })
    .from(snapshots)
    .where(and(eq(snapshots.tenantId, ofRun.tenantId), eq(snapshots.runId, ofRun.runId)));
  return row ? { ...row, capturedAt: row.capturedAt.toISOString() } : null;
}

async function findResultCheck(tx: Transaction, ofRun: OfRun): Promise<AdminRunDetails["resultCheck"]> {
  const [row] = await tx
    .select({ checkedAt: resultChecks.checkedAt, damaged: resultChecks.damaged })
    .from(resultChecks)
    .where(and(eq(resultChecks.tenantId, ofRun.tenantId), eq(resultChecks.runId, ofRun.runId)));
  return row?.checkedAt ? { ...row, checkedAt: row.checkedAt.toISOString() } : null;
}

async function countOf(tx: Transaction, table: PartTable, ofRun: OfRun): Promise<number> {
  const row = oneRow(await tx.select({ value: count() }).from(table).where(partOf(table, ofRun)));
  return row.value;
}

async function countOpenTasks(tx: Transaction, ofRun: OfRun): Promise<number> {
  const row = oneRow(
    await tx
      .select({ value: count() })
      .from(tasks)
      .where(and(partOf(tasks, ofRun), await isOpenTask(tx, ofRun.tenantId))),
  );
  return row.value;
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

function countStatuses(verdicts: readonly Assessment[]): Record<AssessmentStatus, number> {
  const counted = ASSESSMENT_STATUSES.map((status) => [
    status,
    verdicts.filter((each) => each.status === status).length,
  ]);
  return Object.fromEntries(counted);
}

function toFailed({ requirementId, reasoning }: Assessment) {
  return { requirementId, reasoning };
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
