import { AssayError, canonicalJson, type FrozenTask, type RunEgress } from "@assay/contract";
import { type Database, exports, oneRow, resultChecks, rowsOf, runs, type Transaction } from "@assay/db";
import { and, asc, eq, sql } from "drizzle-orm";
import { assessmentsOf, toAssessment } from "../../assessments/list-assessments.ts";
import type { Signs } from "../../checkpoints/make-checkpoint.ts";
import { sha256Hex } from "../../digest.ts";
import type { JobRef } from "../../jobs/job.ts";
import type { Attempt, Outcome } from "../../jobs/stage.ts";
import {
  type Capture,
  findRunEnds,
  hashRunEgress,
  isEqualJson,
  type SealedRun,
  toSealedRun,
} from "../../sealed/index.ts";
import { tasksOf, toFrozenTask } from "../../tasks/tasks.ts";
import { inSystem, inTenant } from "../../tenancy/transact.ts";
import { type Damage, nameOfDamage, recordDamage } from "../../webhooks/record-damage.ts";
import { exportsOf } from "../find-exports.ts";
import { findRunRow } from "../read-runs.ts";
import { toRun } from "../to-run.ts";
import { checkDigests } from "./check-digests.ts";
import { checkEnds, checkNames, checkRecords, KINDS_OF_RUN, recordFirstSeen } from "./check-records.ts";
import { checkTenant } from "./check-tenant.ts";
import type { StoredResult } from "./require-intact.ts";
import { findDifferences } from "./require-sealed-run.ts";
import { findSnapshot, parseSnapshot, replayResult, type SnapshotRow, snapshotResult } from "./snapshots.ts";

function damagedResults(runId: string, damages: readonly Damage[]): AssayError {
  return new AssayError(
    "INTEGRITY_ERROR",
    `Stored results of run '${runId}' are damaged: restore the database from a backup`,
    { details: { runId, damages } },
  );
}

/** How long one attempt continues to the next run: a queue is told of a check once in that time. */
const ATTEMPT_MS = 20_000;
/** Runs whose results one check reads; the next check continues with those that follow. */
const RUNS_MAX = 500;

/**
 * Hashes the snapshots, replays and exports of a tenant's finished runs again, those that were checked longest ago first,
 * and holds them against the audit log and the snapshot. What is damaged is reported as INTEGRITY_ERROR each time, and
 * recorded in the audit log once.
 */
export async function checkResults(services: Signs, attempt: Attempt): Promise<Outcome> {
  const { db, job } = attempt;
  const announced: JobRef[] = [];
  const endsAt = performance.now() + ATTEMPT_MS;
  // A process of the release before calls for one run by its id.
  const asked = job.subjectId === job.tenantId ? undefined : job.subjectId;
  for (let runId = asked ?? (await findDue(attempt)); runId; runId = asked ? undefined : await findDue(attempt)) {
    attempt.signal.throwIfAborted();
    const scope = { db, tenantId: job.tenantId, runId };
    // Results that cannot be read are tried again when their turn comes, behind those that wait for theirs.
    attempt.onFailure((tx) => noteCheck(tx, scope));
    const found = await inTenant(scope, (tx) => checkRecords(tx, scope, { kinds: KINDS_OF_RUN, isFirst: false }));
    const damages = [...(await findDamages(scope)), ...found.damages];
    if (found.damages.length === 0)
      damages.push(
        ...(await inTenant(scope, async (tx) => [...(await checkEnds(tx, scope)), ...(await checkNames(tx, scope))])),
      );
    announced.push(
      ...(await attempt.checkpoint(async (tx) => {
        await recordFirstSeen(tx, scope, found.unseen);
        return recordCheck(tx, scope, damages);
      })),
    );
    attempt.onFailure(async () => {});
    if (damages.length > 0) attempt.report(damagedResults(runId, damages));
    if (performance.now() > endsAt && !asked) return { state: "more", write: async () => announced };
  }
  if (!asked) announced.push(...(await checkTenant(attempt, services)));
  return { state: "done", write: async () => announced };
}

/** The run whose results were checked longest ago, and not by this check. */
function findDue({ db, job: { id, tenantId } }: Attempt): Promise<string | undefined> {
  return inTenant({ db, tenantId }, async (tx) => {
    const begun = sql`(
      select work_items.created_at from work_items where work_items.tenant_id = ${tenantId} and work_items.id = ${id})`;
    const [due] = await rowsOf<{ runId: string }>(
      tx,
      sql`
      select due.run_id as "runId" from result_checks due
      where due.tenant_id = ${tenantId} and (due.checked_at is null or due.checked_at < ${begun})
        and not exists (
          select 1 from result_checks done where done.tenant_id = ${tenantId} and done.checked_at >= ${begun}
          order by done.checked_at offset ${RUNS_MAX - 1}::int limit 1)
      order by due.checked_at nulls first, due.run_id limit 1`,
    );
    return due?.runId;
  });
}

async function findDamages(scope: Scope): Promise<Damage[]> {
  const [run] = await inTenant(scope, (tx) =>
    tx
      .select({ snapshotStatus: runs.snapshotStatus, egress: runs.egress })
      .from(runs)
      .where(and(eq(runs.tenantId, scope.tenantId), eq(runs.id, scope.runId))),
  );
  const snapshot = await inTenant(scope, (tx) => findSnapshot(tx, scope));
  const ends = await inTenant(scope, (tx) => findRunEnds(tx, scope.tenantId, [scope.runId]));
  const end = ends.get(scope.runId);
  const recorded = end?.capture ?? null;
  const damages =
    recorded || run?.snapshotStatus === "CAPTURED" ? await checkSnapshot(scope.runId, snapshot, recorded) : [];
  const sealed =
    snapshot && damages.length === 0 ? toSealedRun(snapshot.snapshotHash, await parseSnapshot(snapshot)) : undefined;
  const found = [
    ...damages,
    ...(await checkExports(scope, sealed)),
    ...(sealed ? await checkRows(scope, sealed) : []),
    ...(await checkDigests(scope)),
    ...(await checkEgress(scope.runId, run?.egress ?? null, end?.egressHash ?? null)),
  ];
  return [...new Map(found.map((damage) => [nameOfDamage(damage), damage])).values()];
}

/** Where its text went: in the audit log by a hash of its own. */
async function checkEgress(runId: string, egress: RunEgress | null, recorded: string | null): Promise<Damage[]> {
  const foundHash = egress && (await hashRunEgress(egress));
  return foundHash === recorded
    ? []
    : [{ objectType: "run", objectId: runId, recordedHash: recorded ?? "", foundHash }];
}

/** The rows next to the snapshot that say other than it: of the run, its verdicts, and its tasks but for their state. */
async function checkRows(scope: Scope, sealed: SealedRun): Promise<Damage[]> {
  const of = { tenantId: scope.tenantId, runId: scope.runId };
  const { run, verdicts, made, records } = await inTenant(scope, async (tx) => ({
    run: await findRunRow(tx, scope.tenantId, scope.runId),
    verdicts: await assessmentsOf(tx, of),
    made: await tasksOf(tx, of),
    records: await exportsOf(tx, of),
  }));
  const isAsSealed =
    run !== undefined && run.snapshotStatus === "CAPTURED" && findDifferences(run, sealed.content).length === 0;
  return [
    ...(isAsSealed ? [] : [await damageOfRow("run", scope.runId, sealed.content.run, run && toRun(run))]),
    ...(await compareRows("assessment", sealed.assessments, verdicts.map(toAssessment))),
    ...(await compareRows("export", sealed.exports, records)),
    ...(await compareRows("task", sealed.tasks, made.map(toFrozenTask), frozenPart)),
  ];
}

const frozenPart = ({ status: _, updatedAt: __, ...frozen }: FrozenTask) => frozen;

/** Rows that differ from the sealed ones by their ids, are missing, or are more than were sealed. */
async function compareRows<Row extends { readonly id: string }>(
  objectType: Damage["objectType"],
  sealed: ReadonlyMap<string, Row>,
  stored: readonly Row[],
  compared: (row: Row) => unknown = (row) => row,
): Promise<Damage[]> {
  const found = new Map(stored.map((row) => [row.id, row]));
  const damages: Damage[] = [];
  for (const id of new Set([...sealed.keys(), ...found.keys()])) {
    const [was, is] = [sealed.get(id), found.get(id)].map((row) => row && compared(row));
    if (!isEqualJson(was, is)) damages.push(await damageOfRow(objectType, id, was, is));
  }
  return damages;
}

async function damageOfRow(
  objectType: Damage["objectType"],
  objectId: string,
  was: unknown,
  is: unknown,
): Promise<Damage> {
  const hash = (value: unknown) => sha256Hex(canonicalJson(value));
  return {
    objectType,
    objectId,
    recordedHash: was === undefined ? "" : await hash(was),
    foundHash: is === undefined ? null : await hash(is),
  };
}

interface OfRun {
  readonly tenantId: string;
  readonly runId: string;
}

interface Scope extends OfRun {
  readonly db: Database;
}

async function checkSnapshot(
  runId: string,
  snapshot: SnapshotRow | undefined,
  recorded: Capture | null,
): Promise<Damage[]> {
  const { recordedHash: snapshotHash, replayHash } = recorded ?? { recordedHash: null, replayHash: null };
  if (!snapshot) {
    const objectId = recorded?.snapshotId ?? runId;
    return [{ objectType: "snapshot", objectId, recordedHash: snapshotHash ?? "", foundHash: null }];
  }
  const damages = await damageOf(snapshotResult(snapshot), snapshotHash);
  if (damages.length > 0 && !snapshot.replayHash) return damages;
  return [...damages, ...(await damageOf(await replayResult(snapshot), replayHash))];
}

/** One export at a time: each may be large. */
async function checkExports(scope: Scope, sealed: SealedRun | undefined): Promise<Damage[]> {
  const recorded = new Map(sealed?.content.exports.map(({ id, sha256Hash }) => [id, sha256Hash]));
  const ofRun = and(eq(exports.tenantId, scope.tenantId), eq(exports.runId, scope.runId));
  const stored = await inTenant(scope, (tx) =>
    tx.select({ id: exports.id }).from(exports).where(ofRun).orderBy(asc(exports.id)),
  );
  const damages: Damage[] = [];
  for (const { id } of stored) {
    const row = oneRow(
      await inTenant(scope, (tx) =>
        tx
          .select({ bytes: exports.bytes, sha256Hash: exports.sha256Hash })
          .from(exports)
          .where(and(ofRun, eq(exports.id, id))),
      ),
    );
    const { bytes, sha256Hash: recordedHash } = row;
    const result = { runId: scope.runId, objectType: "export" as const, objectId: id, bytes, recordedHash };
    damages.push(...(await damageOf(result, recorded.get(id))));
    recorded.delete(id);
  }
  for (const [objectId, recordedHash] of recorded)
    damages.push({ objectType: "export", objectId, recordedHash, foundHash: null });
  return damages;
}

/** Bytes that are not what was recorded, or a record next to them that is not what was captured. */
async function damageOf(stored: StoredResult, captured: string | null = null): Promise<Damage[]> {
  const { objectType, objectId, bytes, recordedHash } = stored;
  const expected = captured ?? recordedHash;
  const other = [await sha256Hex(bytes), recordedHash].find((hash) => hash !== expected);
  return other === undefined ? [] : [{ objectType, objectId, recordedHash: expected, foundHash: other }];
}

/** Records what is damaged, once. */
async function recordCheck(tx: Transaction, { tenantId, runId }: OfRun, damages: readonly Damage[]): Promise<JobRef[]> {
  const [before] = await tx
    .select({ damaged: resultChecks.damaged })
    .from(resultChecks)
    .where(and(eq(resultChecks.tenantId, tenantId), eq(resultChecks.runId, runId)));
  const found = damages.filter((damage) => !before?.damaged.includes(nameOfDamage(damage)));
  await noteCheck(tx, { tenantId, runId }, { damaged: damages.map(nameOfDamage) });
  return recordDamage(tx, { tenantId, runId }, found);
}

async function noteCheck(tx: Transaction, { tenantId, runId }: OfRun, found?: { damaged: string[] }): Promise<void> {
  const check = { checkedAt: sql`now()`, ...found };
  await tx
    .insert(resultChecks)
    .values({ tenantId, runId, ...check })
    .onConflictDoUpdate({ target: resultChecks.runId, set: check });
}

/** How many finished runs, of all tenants, have results that are not what was recorded. */
export function countDamagedRuns(db: Database): Promise<number> {
  return inSystem(db, (tx) => tx.$count(resultChecks, sql`cardinality(${resultChecks.damaged}) > 0`));
}
