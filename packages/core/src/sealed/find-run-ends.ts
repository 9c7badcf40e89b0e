import type { AuditDetails } from "@assay/contract";
import { auditEntries, snapshots, type Transaction } from "@assay/db";
import { and, asc, eq, inArray } from "drizzle-orm";

/** What the audit log says of the end of a run. */
export interface RunEnd {
  readonly action: "run.completed" | "run.failed" | "run.imported";
  /** Null where the run ended in an earlier release. */
  readonly runHash: string | null;
  readonly resultsHash: string | null;
  readonly capture: Capture | null;
}

export interface Capture {
  readonly snapshotId: string;
  /** Entries of the first version name none. */
  readonly recordedHash: string | null;
  readonly replayHash: string | null;
  /** In the snapshot's row; null where there is none. */
  readonly storedHash: string | null;
}

const ENDS = ["run.completed", "run.failed", "run.imported"] as const;
const CAPTURED = "snapshot.captured";

/** By the ids of those of the runs that have ended. */
export async function findRunEnds(
  tx: Transaction,
  tenantId: string,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, RunEnd>> {
  if (runIds.length === 0) return new Map();
  const rows = await tx
    .select({
      runId: auditEntries.runId,
      action: auditEntries.action,
      objectId: auditEntries.objectId,
      details: auditEntries.details,
      storedHash: snapshots.snapshotHash,
    })
    .from(auditEntries)
    .leftJoin(snapshots, and(eq(snapshots.tenantId, auditEntries.tenantId), eq(snapshots.runId, auditEntries.runId)))
    .where(
      and(
        eq(auditEntries.tenantId, tenantId),
        inArray(auditEntries.runId, [...runIds]),
        inArray(auditEntries.action, [...ENDS, CAPTURED]),
      ),
    )
    .orderBy(asc(auditEntries.sequence));
  const ends = new Map<string, { end?: Omit<RunEnd, "capture">; capture?: Capture }>();
  for (const { runId, action, objectId, details, storedHash } of rows) {
    const known = ends.get(runId!) ?? {};
    // The first one counts: what is added later changes nothing.
    if (action === CAPTURED) known.capture ??= toCapture(objectId, details, storedHash);
    else known.end ??= toEnd(action as RunEnd["action"], details);
    ends.set(runId!, known);
  }
  return new Map(
    [...ends].map(([runId, { end = toEnd("run.completed", null), capture = null }]) => [runId, { ...end, capture }]),
  );
}

function toEnd(action: RunEnd["action"], details: AuditDetails | null) {
  return { action, runHash: details?.runHash ?? null, resultsHash: details?.resultsHash ?? null };
}

function toCapture(snapshotId: string, details: AuditDetails | null, storedHash: string | null): Capture {
  const { snapshotHash = null, replayHash = null } = details ?? {};
  return { snapshotId, recordedHash: snapshotHash, replayHash, storedHash };
}
