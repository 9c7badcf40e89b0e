import type { Assessment, AssessmentStatus, DamagedResult, SnapshotStatus } from "@assay/contract";
import { assessments, type Transaction } from "@assay/db";
import { and, asc, eq, inArray, type SQL } from "drizzle-orm";
import { soundOnce } from "../records/index.ts";
import {
  DAMAGED,
  findChangedRows,
  findDigests,
  findMissingRows,
  findSealedRun,
  isEqualJson,
  type KnownEnd,
  notSealed,
  orDamaged,
  type ResultDigests,
  resultsOf,
  type SealedRun,
} from "../sealed/index.ts";
import { type AssessmentRow, assessmentsOf, toAssessment } from "./list-assessments.ts";

interface Run extends KnownEnd {
  readonly tenantId: string;
  readonly id: string;
  readonly snapshotStatus: SnapshotStatus;
}

interface VerdictQuery {
  readonly status?: AssessmentStatus | undefined;
  readonly limit?: number | undefined;
  /** Position of the last one that was read; -1 for none. */
  readonly after: number;
}

export interface VerdictPage {
  readonly items: readonly (Assessment | DamagedResult)[];
  /** Position of the last of `items`, where others follow. */
  readonly last: number | null;
}

/**
 * All verdicts of a run, in pack order: of a CAPTURED run those that were sealed. Throws INTEGRITY_ERROR where what is
 * stored is not what it was when the run ended.
 */
export async function getVerdictsOfRun(tx: Transaction, run: Run): Promise<readonly Assessment[]> {
  const sealed = await findSealedRun(tx, run);
  if (sealed) {
    const damaged = await findAllDamaged(tx, run, sealed);
    if (damaged.length > 0) throw damagedVerdicts(run.id, damaged);
    return sealed.content.assessments;
  }
  // Before the rows: of a run that ends between the two there are more rows than were read.
  const digests = await findDigests(tx, resultsOf(run));
  const rows = await rowsOfRun(tx, run);
  const damaged = await findChangedSince(digests, rows, { areAll: true });
  if (damaged.length > 0) throw damagedVerdicts(run.id, damaged);
  return rows.map(toAssessment);
}

/** The ids of all verdicts of a run that are not what they were when it ended. */
async function findAllDamaged(tx: Transaction, run: Run, sealed: SealedRun | undefined): Promise<readonly string[]> {
  const digests = await findDigests(tx, resultsOf(run));
  if (!sealed && !digests) return [];
  const key = `${run.tenantId}/${sealed?.snapshotHash}/${digests?.hash}/verdicts`;
  return soundOnce(tx, key, [{ table: assessments, where: isOfRun(run) }], async () => {
    const rows = await rowsOfRun(tx, run);
    return [
      ...(sealed ? findDamagedVerdicts(sealed, sealed.content.assessments, rows) : []),
      ...(await findChangedSince(digests, rows, { areAll: true })),
    ];
  });
}

/** The ids of verdicts of a run that are not what they were when it ended; DAMAGED where nothing can be compared. */
export async function findDamagedIds(tx: Transaction, run: Run): Promise<ReadonlySet<string> | typeof DAMAGED> {
  const sealed = await orDamaged(findSealedRun(tx, run));
  if (sealed === DAMAGED) return DAMAGED;
  const damaged = await orDamaged(findAllDamaged(tx, run, sealed));
  return damaged === DAMAGED ? DAMAGED : new Set(damaged);
}

/** Of these requirements, as they were when the run ended: sealed ones without a look at their rows, which the caller has compared. */
export async function listVerdictsOf(
  tx: Transaction,
  run: Run,
  requirementIds: readonly string[],
): Promise<readonly Assessment[]> {
  const sealed = await findSealedRun(tx, run);
  if (sealed) return requirementIds.flatMap((id) => sealed.ofRequirement.get(id) ?? []);
  const digests = await findDigests(tx, resultsOf(run));
  const rows = await rowsOfRun(tx, run, inArray(assessments.requirementId, [...requirementIds]));
  const damaged = await findChangedSince(digests, rows, { areAll: false });
  if (damaged.length > 0) throw damagedVerdicts(run.id, damaged);
  return rows.map(toAssessment);
}

/** By the digests of an ended run. */
async function findChangedSince(
  digests: ResultDigests | undefined,
  rows: readonly AssessmentRow[],
  { areAll }: { readonly areAll: boolean },
): Promise<string[]> {
  const ids = rows.map(({ id }) => id);
  return [
    ...(await findChangedRows(digests, "assessments", rows)),
    ...(areAll ? findMissingRows(digests, "assessments", ids) : []),
  ];
}

/**
 * As `getVerdictsOfRun`, for what reads other columns than a snapshot holds: all that is sealed; undefined for a run of
 * which nothing was captured. Of these requirements alone where some are named.
 */
export async function requireSealedVerdicts(
  tx: Transaction,
  run: Run,
  requirementIds?: readonly string[],
): Promise<SealedRun | undefined> {
  const sealed = await findSealedRun(tx, run);
  const damaged = requirementIds
    ? await findDamagedOf(tx, run, sealed, requirementIds)
    : await findAllDamaged(tx, run, sealed);
  if (damaged.length > 0) throw damagedVerdicts(run.id, damaged);
  return sealed;
}

async function findDamagedOf(
  tx: Transaction,
  run: Run,
  sealed: SealedRun | undefined,
  requirementIds: readonly string[],
): Promise<readonly string[]> {
  const digests = await findDigests(tx, resultsOf(run));
  if (!sealed && !digests) return [];
  const rows = await rowsOfRun(tx, run, inArray(assessments.requirementId, [...requirementIds]));
  const wanted = requirementIds.flatMap((id) => sealed?.ofRequirement.get(id) ?? []);
  return [
    ...(sealed ? findDamagedVerdicts(sealed, wanted, rows) : []),
    ...(await findChangedSince(digests, rows, { areAll: false })),
  ];
}

export function damagedVerdicts(runId: string, damaged: readonly string[]) {
  return notSealed(runId, `${new Set(damaged).size} of its stored verdicts are not what they were when it ended`, {
    damaged: [...new Set(damaged)],
  });
}

/** The ids of wanted verdicts that differ from the sealed ones or are missing, and of rows that are more than were sealed. */
function findDamagedVerdicts(
  sealed: SealedRun,
  wanted: readonly Assessment[],
  rows: readonly AssessmentRow[],
): string[] {
  const stored = new Map(rows.map((row) => [row.id, row]));
  return [
    ...wanted.filter(({ id }) => !isSealedVerdict(sealed, stored.get(id))),
    ...rows.filter(({ id }) => !sealed.assessments.has(id)),
  ].map(({ id }) => id);
}

/** Whether the row says what was sealed under its id. */
export function isSealedVerdict(sealed: SealedRun, row: AssessmentRow | undefined): boolean {
  return row !== undefined && isEqualJson(toAssessment(row), sealed.assessments.get(row.id));
}

/** Verdicts in pack order. Of a CAPTURED run those that were sealed; in the place of one that is stored otherwise, its id. */
export async function listVerdictsOfRun(tx: Transaction, run: Run, query: VerdictQuery): Promise<VerdictPage> {
  const sealed = await findSealedRun(tx, run);
  return sealed ? listSealed(tx, run, sealed, query) : listStored(tx, run, query);
}

async function listStored(tx: Transaction, run: Run, { status, limit, after }: VerdictQuery): Promise<VerdictPage> {
  const query = assessmentsOf(tx, { tenantId: run.tenantId, runId: run.id, status, position: after });
  const rows = await (limit === undefined ? query : query.limit(limit + 1));
  const shown = rows.slice(0, limit);
  const digests = await findDigests(tx, resultsOf(run));
  const changed = new Set(await findChangedSince(digests, shown, { areAll: false }));
  const isLast = rows.length === shown.length;
  const missing = digests && isLast ? findMissingRows(digests, "assessments", await idsOfRun(tx, run)) : [];
  const items = shown.map((row) => (changed.has(row.id) ? damaged(row.id) : toAssessment(row)));
  return { items: [...items, ...missing.map(damaged)], last: isLast ? null : shown.at(-1)!.position };
}

async function listSealed(
  tx: Transaction,
  run: Run,
  sealed: SealedRun,
  { status, limit, after }: VerdictQuery,
): Promise<VerdictPage> {
  const wanted = [...sealed.content.assessments.entries()].filter(
    ([position, each]) => position > after && (status === undefined || each.status === status),
  );
  const shown = wanted.slice(0, limit);
  const isLast = shown.length === wanted.length;
  if (limit === undefined && (await findAllDamaged(tx, run, sealed)).length === 0)
    return { items: shown.map(([, each]) => each), last: null };
  const ids = shown.map(([, { id }]) => id);
  const wantedRows = limit === undefined ? undefined : inArray(assessments.id, ids);
  const stored = new Map((await rowsOfRun(tx, run, wantedRows)).map((row) => [row.id, row]));
  const items = shown.map(([, each]) => (isSealedVerdict(sealed, stored.get(each.id)) ? each : damaged(each.id)));
  const added = isLast ? (await idsOfRun(tx, run)).filter((id) => !sealed.assessments.has(id)) : [];
  return { items: [...items, ...added.map(damaged)], last: isLast ? null : shown.at(-1)![0] };
}

export function isDamaged(result: Assessment | DamagedResult): result is DamagedResult {
  return "damaged" in result;
}

function damaged(id: string): DamagedResult {
  return { id, damaged: true };
}

function isOfRun({ tenantId, id }: Run): SQL | undefined {
  return and(eq(assessments.tenantId, tenantId), eq(assessments.runId, id));
}

function rowsOfRun(tx: Transaction, { tenantId, id: runId }: Run, which?: SQL): Promise<AssessmentRow[]> {
  return assessmentsOf(tx, { tenantId, runId, which }).execute();
}

async function idsOfRun(tx: Transaction, run: Run): Promise<string[]> {
  const rows = await tx
    .select({ id: assessments.id })
    .from(assessments)
    .where(isOfRun(run))
    .orderBy(asc(assessments.position));
  return rows.map(({ id }) => id);
}
