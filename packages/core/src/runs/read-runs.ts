import {
  AssayError,
  type Assessment,
  type AssessmentStatus,
  type DamagedResult,
  type ExportRecord,
  isUuid,
  type Requirement,
  type Run,
  type RunConfiguration,
  type RunDetails,
  type RunListQuery,
  type RunStep,
  type Task,
} from "@assay/contract";
import { preparedOnce, runSteps, runs, type Transaction } from "@assay/db";
import { and, asc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { damagedVerdicts, isDamaged, listVerdictsOfRun } from "../assessments/sealed-verdicts.ts";
import { requirementsOf, toRequirement } from "../packs/bindings.ts";
import { decodeCursor, encodeCursor, newestPage, type Page } from "../paging.ts";
import { getRetrievalVersion } from "../retrieval-versions/retrieval-versions.ts";
import { findSealedHash, findSealedRun, type KnownEnd, notSealed, requireRows, resultsOf } from "../sealed/index.ts";
import { listTasks } from "../tasks/tasks.ts";
import type { Context } from "../tenancy/context.ts";
import { found, missingResource } from "../tenancy/missing-resource.ts";
import { requireRunOfLink } from "../tenancy/require-link.ts";
import { inTenant, inTenantForRun } from "../tenancy/transact.ts";
import { exportsOf, findExport, toExportRecord } from "./find-exports.ts";
import { namePeople } from "./name-people.ts";
import { requireIntact } from "./results/require-intact.ts";
import { requireSealedRun, showSealed } from "./results/require-sealed-run.ts";
import { findSnapshot, readSnapshot, type SnapshotRow } from "./results/snapshots.ts";
import { readWaiting } from "./run-waiting.ts";
import { type RunRow, type RunStepRow, type ShownRun, toRun, toRunConfiguration, toRunStep } from "./to-run.ts";

// Written out: within a query of one table, Drizzle leaves the tables' names off the columns.
const exceptionCount = sql<number>`(select count(*)::int from run_exceptions covered
  where covered.tenant_id = runs.tenant_id and covered.run_id = runs.id)`;

export const shownRun = { ...getTableColumns(runs), exceptionCount };

type Read<Row, T> = (tx: Transaction, run: Row & KnownEnd) => Promise<T>;

/**
 * Reads with the run at hand. Throws NOT_FOUND, CROSS_TENANT_ACCESS_DENIED for another tenant's, FORBIDDEN for an auditor's
 * link of another run, INTEGRITY_ERROR for one that is stored otherwise than it ended.
 */
export function withRun<T>(ctx: Context, runId: string, read: Read<RunRow, T>): Promise<T> {
  return withFound(ctx, runId, findRunRow, read);
}

/** As `withRun`, with what it takes to show the run to people. */
export function withShownRun<T>(ctx: Context, runId: string, read: Read<ShownRun, T>): Promise<T> {
  return withFound(ctx, runId, findShownRun, read);
}

async function withFound<Row extends RunRow, T>(
  ctx: Context,
  runId: string,
  find: (tx: Transaction, tenantId: string, id: string) => Promise<Row | undefined>,
  read: Read<Row, T>,
): Promise<T> {
  requireRunOfLink(ctx, runId);
  const result = isUuid(runId)
    ? await inTenantForRun(ctx, runId, async (tx) => {
        const row = await find(tx, ctx.tenantId, runId);
        if (!row) return undefined;
        return { value: await read(tx, await requireSealedRun(tx, row)) };
      })
    : undefined;
  return (await found(ctx, "run", runId, result)).value;
}

async function findShownRun(tx: Transaction, tenantId: string, id: string): Promise<ShownRun | undefined> {
  const [row] = await namePeople(tx, tenantId, await shownRunOf(tx, { tenantId, id }));
  return row;
}

/** Asked again and again while a run is watched: to plan its parts takes longer than to read them. */
const shownRunOf = preparedOnce((tx) =>
  tx
    .select(shownRun)
    .from(runs)
    .where(and(eq(runs.tenantId, sql.placeholder("tenantId")), eq(runs.id, sql.placeholder("id"))))
    .prepare("shown_run"),
);

export async function findRunRow(tx: Transaction, tenantId: string, id: string): Promise<RunRow | undefined> {
  const [row] = await tx.select().from(runs).where(isRun(tenantId, id));
  return row;
}

const isRun = (tenantId: string, id: string) => and(eq(runs.tenantId, tenantId), eq(runs.id, id));

/** Throws INTEGRITY_ERROR for a run that is stored otherwise than it ended. */
export function getRun(ctx: Context, runId: string): Promise<Run> {
  return withShownRun(ctx, runId, async (_, row) => toRun(row));
}

/** As `getRun`, with what it waits for. */
export function getRunState(ctx: Context, runId: string): Promise<RunDetails> {
  return withShownRun(ctx, runId, async (tx, row) => ({ ...toRun(row), waiting: await readWaiting(tx, row) }));
}

/** Newest first. In the place of a run that is stored otherwise than it ended `{ id, damaged }`. */
export function listRuns(ctx: Context, query: RunListQuery): Promise<Page<Run | DamagedResult>> {
  if (query.packId !== undefined && !isUuid(query.packId)) return Promise.resolve({ items: [], nextCursor: null });
  return inTenant(ctx, async (tx) => {
    const where = and(eq(runs.tenantId, ctx.tenantId), ...filtersOf(query));
    const page = await newestPage("runs", query, { from: tx.select(shownRun).from(runs), columns: runs, where });
    return {
      ...page,
      items: await showSealed(tx, ctx.tenantId, await namePeople(tx, ctx.tenantId, page.items), toRun),
    };
  });
}

function filtersOf({ status, packId, source, startedBy, from, to }: RunListQuery): (SQL | undefined)[] {
  return [
    status && eq(runs.status, status),
    packId === undefined ? undefined : eq(runs.packId, packId),
    startedBy === undefined ? undefined : eq(runs.startedBy, startedBy),
    source === undefined ? undefined : sql`${runs.manifests} @> ${JSON.stringify([{ source }])}::jsonb`,
    from === undefined ? undefined : sql`${runs.createdAt} >= ${from}::date::timestamp at time zone 'UTC'`,
    to === undefined ? undefined : sql`${runs.createdAt} < (${to}::date + 1)::timestamp at time zone 'UTC'`,
  ];
}

export async function stepsOf(tx: Transaction, tenantId: string, runId: string): Promise<RunStepRow[]> {
  return tx
    .select()
    .from(runSteps)
    .where(and(eq(runSteps.tenantId, tenantId), eq(runSteps.runId, runId)))
    .orderBy(asc(runSteps.stepIndex));
}

export function listRunSteps(ctx: Context, runId: string): Promise<RunStep[]> {
  return withRun(ctx, runId, async (tx, run) => {
    await requireRows(tx, resultsOf(run), "run_steps");
    return (await stepsOf(tx, ctx.tenantId, runId)).map(toRunStep);
  });
}

/** What the run assesses: the requirements of the version that it pinned, whole and in pack order. */
export function listRunRequirements(ctx: Context, runId: string): Promise<Requirement[]> {
  return withRun(ctx, runId, async (tx, run) => (await requirementsOf(tx, run.criteriaVersionId)).map(toRequirement));
}

type AssessmentQuery = {
  readonly status?: AssessmentStatus | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/**
 * In pack order; whole unless `limit` is given. Of a CAPTURED run what its snapshot holds, and in the place of a verdict that
 * is stored otherwise `{ id, damaged }`.
 */
export function listAssessmentsOrDamage(
  ctx: Context,
  runId: string,
  query: AssessmentQuery,
): Promise<Page<Assessment | DamagedResult>> {
  const after = query.cursor === undefined ? -1 : decodeCursor("assessments", query.cursor, ["number"])[0];
  return withRun(ctx, runId, async (tx, run) => {
    const { items, last } = await listVerdictsOfRun(tx, run, { ...query, after });
    return { items: [...items], nextCursor: last === null ? null : encodeCursor("assessments", [last]) };
  });
}

/** As `listAssessmentsOrDamage`, for what counts on them. Throws INTEGRITY_ERROR where one is stored otherwise than sealed. */
export async function listAssessments(ctx: Context, runId: string, query: AssessmentQuery): Promise<Page<Assessment>> {
  const page = await listAssessmentsOrDamage(ctx, runId, query);
  const damaged = page.items.filter(isDamaged).map(({ id }) => id);
  if (damaged.length > 0) throw damagedVerdicts(runId, damaged);
  return { ...page, items: page.items.filter((each): each is Assessment => !isDamaged(each)) };
}

/** Newest first. */
export async function listRunTasks(
  ctx: Context,
  runId: string,
  page: { limit: number; cursor?: string | undefined },
): Promise<Page<Task | DamagedResult>> {
  const { id } = await getRun(ctx, runId);
  return listTasks(ctx, { ...page, runId: id });
}

/** Of a CAPTURED run those that were sealed. */
export function listExports(ctx: Context, runId: string): Promise<ExportRecord[]> {
  return withRun(ctx, runId, async (tx, run) => {
    const sealed = await findSealedRun(tx, run);
    if (sealed) return [...sealed.content.exports];
    await requireRows(tx, resultsOf(run), "exports");
    return exportsOf(tx, { tenantId: ctx.tenantId, runId });
  });
}

/** Throws INTEGRITY_ERROR when the stored bytes are not those that were made. */
export async function getExport(
  ctx: Context,
  runId: string,
  exportId: string,
): Promise<ExportRecord & { readonly bytes: Uint8Array }> {
  const found = await withRun(ctx, runId, async (tx, run) => {
    const row = await findExport(tx, { tenantId: ctx.tenantId, runId, exportId });
    const sealed = await findSealedRun(tx, run);
    if (!sealed) await requireRows(tx, resultsOf(run), "exports");
    if (sealed && !row && sealed.exports.has(exportId)) throw notSealed(runId, `its export '${exportId}' is missing`);
    if (sealed && row && !sealed.exports.has(exportId))
      throw notSealed(runId, `its export '${exportId}' is none of those that its snapshot holds`);
    return row && { ...toExportRecord(row), ...sealed?.exports.get(exportId), bytes: row.bytes };
  });
  if (!found) throw await missingResource(ctx, "export", exportId);
  const { id: objectId, bytes, sha256Hash: recordedHash } = found;
  await requireIntact({ runId, objectType: "export", objectId, bytes, recordedHash });
  return found;
}

export function getRunConfiguration(ctx: Context, runId: string): Promise<RunConfiguration> {
  return withRun(ctx, runId, async (tx, run) =>
    toRunConfiguration(run, await getRetrievalVersion(tx, run.retrievalVersionId)),
  );
}

/** Throws INVALID_STATE for a run that has no snapshot, INTEGRITY_ERROR when its bytes are not those that were stored. */
export async function getSnapshot(ctx: Context, runId: string): Promise<SnapshotRow> {
  const snapshot = await withRun(ctx, runId, async (tx, run) => {
    const row = await findSnapshot(tx, { tenantId: ctx.tenantId, runId });
    await findSealedHash(tx, run);
    if (row) return row;
    throw new AssayError(
      "INVALID_STATE",
      `Cannot serve a snapshot of run '${runId}' because snapshotStatus must be CAPTURED: it is ${run.snapshotStatus}`,
      {
        details: { runId, snapshotStatus: run.snapshotStatus },
      },
    );
  });
  await readSnapshot(snapshot);
  return snapshot;
}
