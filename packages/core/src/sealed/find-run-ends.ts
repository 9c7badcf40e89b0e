import type { AuditDetails, CheckedAgainst } from "@assay/contract";
import { auditEntries, snapshots, type Transaction } from "@assay/db";
import { and, asc, eq, inArray, sql } from "drizzle-orm";

/** What the audit log says of the end of a run. */
export interface RunEnd {
  readonly action: "run.completed" | "run.failed" | "run.imported";
  /** Null where the run ended in an earlier release. */
  readonly runHash: string | null;
  readonly resultsHash: string | null;
  /** Null where the run ended in an earlier release. */
  readonly exceptionCount: number | null;
  /** Null where the run says nothing of where its text went. */
  readonly egressHash: string | null;
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

/** Of what has been asked before: null where the log says of no end. Absent: nobody has asked. */
export interface KnownEnd {
  readonly end?: RunEnd | null | undefined;
}

/** Of a run its results' rows, with what is known of its end. */
export function resultsOf({ tenantId, id, end }: KnownEnd & { readonly tenantId: string; readonly id: string }) {
  return { tenantId, runId: id, end };
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
        sql`${auditEntries.runId} = any(${sql.param(runIds)}::uuid[])`,
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

/** As `findRunEnds`, of one run; without a question where the answer is known. */
export async function findRunEnd(
  tx: Transaction,
  { tenantId, id, end }: KnownEnd & { readonly tenantId: string; readonly id: string },
): Promise<RunEnd | undefined> {
  return end === undefined ? (await findRunEnds(tx, tenantId, [id])).get(id) : (end ?? undefined);
}

/** What the results of a run that has ended are compared with whenever they are read. */
export function checkedAgainst({ capture, resultsHash }: RunEnd): CheckedAgainst {
  if (capture) return capture.recordedHash === null ? "NONE" : "SNAPSHOT";
  return resultsHash === null ? "NONE" : "DIGESTS";
}

function toEnd(action: RunEnd["action"], details: AuditDetails | null) {
  const { runHash = null, resultsHash = null, exceptionCount = null, egressHash = null } = details ?? {};
  return { action, runHash, resultsHash, exceptionCount, egressHash };
}

function toCapture(snapshotId: string, details: AuditDetails | null, storedHash: string | null): Capture {
  const { snapshotHash = null, replayHash = null } = details ?? {};
  return { snapshotId, recordedHash: snapshotHash, replayHash, storedHash };
}
