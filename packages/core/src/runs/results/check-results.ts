import { AssayError } from "@assay/contract";
import { auditEntries, type Database, exports, oneRow, resultChecks, runs, type Transaction } from "@assay/db";
import { and, asc, eq, sql } from "drizzle-orm";
import { recordAudit } from "../../audit/record-audit.ts";
import { sha256Hex } from "../../digest.ts";
import type { Job } from "../../jobs/job.ts";
import type { Attempt, Outcome } from "../../jobs/stage.ts";
import { systemActor } from "../../tenancy/context.ts";
import { inSystem, inTenant } from "../../tenancy/transact.ts";
import type { StoredResult } from "./require-intact.ts";
import { findSnapshot, parseSnapshot, replayResult, type SnapshotRow, snapshotResult } from "./snapshots.ts";

/** A result of a finished run that is not what was recorded of it. */
interface Damage extends Pick<StoredResult, "objectType" | "objectId"> {
  readonly recordedHash: string;
  /** Null where nothing is stored. */
  readonly foundHash: string | null;
}

class DamagedResults extends AssayError {
  readonly damages: readonly Damage[];

  constructor(runId: string, damages: readonly Damage[]) {
    super("INTEGRITY_ERROR", `Stored results of run '${runId}' are damaged: restore the database from a backup`, {
      details: { runId, damages },
    });
    this.damages = damages;
  }
}

/**
 * Hashes the snapshot, the replay and the exports of a finished run again, and holds them against the audit log and the
 * snapshot. What is damaged fails the job with INTEGRITY_ERROR and is recorded in the audit log, once.
 */
export async function checkResults(_: unknown, { db, job }: Attempt): Promise<Outcome> {
  const scope = { db, tenantId: job.tenantId, runId: job.subjectId };
  const [run] = await inTenant(scope, (tx) =>
    tx
      .select({ snapshotStatus: runs.snapshotStatus })
      .from(runs)
      .where(and(eq(runs.tenantId, scope.tenantId), eq(runs.id, scope.runId))),
  );
  const snapshot = await inTenant(scope, (tx) => findSnapshot(tx, scope));
  const recorded = await inTenant(scope, (tx) => findCapture(tx, scope));
  const damages = run?.snapshotStatus === "CAPTURED" ? await checkSnapshot(scope.runId, snapshot, recorded) : [];
  damages.push(...(await checkExports(scope, damages.length === 0 ? snapshot : undefined)));
  if (damages.length > 0) throw new DamagedResults(scope.runId, damages);
  return { state: "done", write: (tx) => saveCheck(tx, job, []) };
}

type Scope = { readonly db: Database; readonly tenantId: string; readonly runId: string };
type Capture = { readonly objectId: string; readonly details: { snapshotHash?: string; replayHash?: string } | null };

/** What the audit log says of the capture: entries of the first version name no hashes. */
async function findCapture(tx: Transaction, { tenantId, runId }: Scope): Promise<Capture | undefined> {
  const [entry] = await tx
    .select({ objectId: auditEntries.objectId, details: auditEntries.details })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.tenantId, tenantId),
        eq(auditEntries.runId, runId),
        eq(auditEntries.action, "snapshot.captured"),
      ),
    );
  return entry;
}

async function checkSnapshot(
  runId: string,
  snapshot: SnapshotRow | undefined,
  recorded: Capture | undefined,
): Promise<Damage[]> {
  const { snapshotHash, replayHash } = recorded?.details ?? {};
  if (!snapshot) {
    const objectId = recorded?.objectId ?? runId;
    return [{ objectType: "snapshot", objectId, recordedHash: snapshotHash ?? "", foundHash: null }];
  }
  const damages = await damageOf(snapshotResult(snapshot), snapshotHash);
  if (damages.length > 0 && !snapshot.replayHash) return damages;
  return [...damages, ...(await damageOf(await replayResult(snapshot), replayHash))];
}

/** One export at a time: each may be large. */
async function checkExports(scope: Scope, snapshot: SnapshotRow | undefined): Promise<Damage[]> {
  const captured = snapshot ? (await parseSnapshot(snapshot)).exports : [];
  const recorded = new Map(captured.map(({ id, sha256Hash }) => [id, sha256Hash]));
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

/** Bytes that are not what was recorded, or a record beside them that is not what was captured. */
async function damageOf(stored: StoredResult, captured?: string): Promise<Damage[]> {
  const { objectType, objectId, bytes, recordedHash } = stored;
  const expected = captured ?? recordedHash;
  const other = [await sha256Hex(bytes), recordedHash].find((hash) => hash !== expected);
  return other === undefined ? [] : [{ objectType, objectId, recordedHash: expected, foundHash: other }];
}

/** Records what is damaged, once. */
export async function recordDamage(tx: Transaction, job: Job, error: unknown): Promise<[]> {
  if (!(error instanceof DamagedResults)) return [];
  const nameOf = ({ objectType, objectId }: Damage) => `${objectType}/${objectId}`;
  const [before] = await tx
    .select({ damaged: resultChecks.damaged })
    .from(resultChecks)
    .where(and(eq(resultChecks.tenantId, job.tenantId), eq(resultChecks.runId, job.subjectId)));
  const found = error.damages.filter((damage) => !before?.damaged.includes(nameOf(damage)));
  await saveCheck(tx, job, error.damages.map(nameOf));
  await recordAudit(
    tx,
    systemActor(job.tenantId),
    ...found.map(({ objectType, objectId, recordedHash, foundHash }) => ({
      action: "integrity.failed" as const,
      objectType,
      objectId,
      runId: job.subjectId,
      details: { ...(recordedHash && { recordedHash }), ...(foundHash && { foundHash }) },
    })),
  );
  return [];
}

async function saveCheck(tx: Transaction, { tenantId, subjectId: runId }: Job, damaged: string[]): Promise<[]> {
  const check = { checkedAt: sql`now()`, damaged };
  await tx
    .insert(resultChecks)
    .values({ tenantId, runId, ...check })
    .onConflictDoUpdate({ target: resultChecks.runId, set: check });
  return [];
}

/** How many finished runs, of all tenants, have results that are not what was recorded. */
export function countDamagedRuns(db: Database): Promise<number> {
  return inSystem(db, (tx) => tx.$count(resultChecks, sql`cardinality(${resultChecks.damaged}) > 0`));
}
