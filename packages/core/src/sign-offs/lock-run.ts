import { AssayError } from "@assay/contract";
import { oneRow, runs, snapshots, type Transaction } from "@assay/db";
import { and, eq, sql } from "drizzle-orm";
import { databaseMillis } from "../database-clock.ts";
import { findSealedHash } from "../sealed/index.ts";

export interface LockedRun {
  readonly id: string;
  readonly tenantId: string;
  readonly totalRequirements: number;
  readonly snapshotHash: string;
  readonly now: Date;
}

/**
 * Returns the run with its row locked until the transaction ends, so that no review and no other signature comes in
 * between; undefined where there is none. Throws INVALID_STATE for one that has no snapshot, INTEGRITY_ERROR where its bytes
 * are not those that were stored; `act` completes "Cannot … run".
 */
export async function lockRun(
  tx: Transaction,
  { tenantId, runId }: { tenantId: string; runId: string },
  act: string,
): Promise<LockedRun | undefined> {
  const [run] = await tx
    .select({ snapshotStatus: runs.snapshotStatus, totalRequirements: runs.totalRequirements })
    .from(runs)
    .where(and(eq(runs.tenantId, tenantId), eq(runs.id, runId)))
    .for("update");
  if (!run) return undefined;
  const { snapshotStatus, totalRequirements } = run;
  if (snapshotStatus !== "CAPTURED")
    throw new AssayError(
      "INVALID_STATE",
      `Cannot ${act} run '${runId}' because snapshotStatus must be CAPTURED: it is ${snapshotStatus}`,
      { details: { runId, snapshotStatus } },
    );
  await findSealedHash(tx, { tenantId, id: runId, snapshotStatus });
  const { recordedHash, foundHash, now } = await readSnapshotHash(tx, { tenantId, runId });
  if (foundHash !== recordedHash)
    throw new AssayError(
      "INTEGRITY_ERROR",
      `Cannot ${act} run '${runId}' because the SHA-256 of its snapshot must be '${recordedHash}': the stored bytes have '${foundHash}'`,
      { details: { runId, objectType: "snapshot", recordedHash, foundHash } },
    );
  return { id: runId, tenantId, totalRequirements, snapshotHash: recordedHash, now: new Date(now) };
}

/** The database hashes the bytes: a snapshot can be as large as 2,000 requirements make it. */
async function readSnapshotHash(tx: Transaction, { tenantId, runId }: { tenantId: string; runId: string }) {
  return oneRow(
    await tx
      .select({
        recordedHash: snapshots.snapshotHash,
        foundHash: sql<string>`encode(sha256(${snapshots.bytes}), 'hex')`,
        now: databaseMillis,
      })
      .from(snapshots)
      .where(and(eq(snapshots.tenantId, tenantId), eq(snapshots.runId, runId))),
  );
}
