import { oneRow, runs, type Transaction } from "@assay/db";
import { and, eq, sql } from "drizzle-orm";
import { brokenChain } from "../../../checkpoints/broken-chain.ts";
import { findKnownBreak, runCheckpointJob, type Signs } from "../../../checkpoints/make-checkpoint.ts";
import { noteCheck } from "../../../checkpoints/note-check.ts";
import { errorCode } from "../../../jobs/error-code.ts";
import { enqueue, type Job, type JobRef } from "../../../jobs/job.ts";
import { type Attempt, nothingLeft, type Outcome } from "../../../jobs/stage.ts";
import { hashRunEgress, recordDigests } from "../../../sealed/index.ts";
import { recordSpans } from "../../../telemetry/span.ts";
import { databaseErrorCode } from "../../../tenancy/database-errors.ts";
import { rootSpan } from "../../fail-run.ts";
import { loadOpenRun, lockOpenRun, type RunServices } from "../../open-run.ts";
import { findRunRow } from "../../read-runs.ts";
import type { RunRow } from "../../to-run.ts";
import { ifOpen, recordRunEvents } from "../advance.ts";
import { type Captured, captureSnapshot, setSnapshotStatus } from "./capture-snapshot.ts";
import { readRunEgress } from "./run-egress.ts";

/** COMPLETED and the capture of the snapshot, in one transaction; a capture that fails leaves the run COMPLETED. */
export async function finishRun({ signer }: RunServices & Signs, attempt: Attempt): Promise<Outcome> {
  const open = await loadOpenRun(attempt);
  if (!open) return nothingLeft;
  const { tenantId } = open.run;
  // A snapshot is proved by the entry that names its hash: in a broken chain it would prove nothing.
  const { found } = await findKnownBreak({ db: attempt.db, tenantId, signer });
  return {
    state: "done",
    write: (tx) =>
      ifOpen(tx, open, async () => {
        const run = await completeRun(tx, open.run);
        if (found.broken) {
          const error = brokenChain(tenantId, found.broken);
          attempt.report(error);
          await setSnapshotStatus(tx, run, "FAILED");
          const noted = await noteCheck(tx, tenantId, found);
          return [...noted, ...(await recordCompletion(tx, run, { error, errorCode: "AUDIT_CHAIN_BROKEN" }))];
        }
        const result = await captureSnapshot(tx, run, open.version);
        if ("error" in result) attempt.report(result.error);
        return recordCompletion(tx, run, result);
      }),
  };
}

/** The attempts are spent: every verdict is, so the run is COMPLETED, without a snapshot. */
export async function finishWithoutSnapshot(tx: Transaction, job: Job, error: unknown): Promise<readonly JobRef[]> {
  const open = await findRunRow(tx, job.tenantId, job.runId!);
  if (!open || !(await lockOpenRun(tx, open))) return [];
  const run = await completeRun(tx, open);
  await setSnapshotStatus(tx, run, "FAILED");
  return recordCompletion(tx, run, { error });
}

async function completeRun(tx: Transaction, run: RunRow): Promise<RunRow> {
  const { tenantId, id } = run;
  const egress = await readRunEgress(tx, run);
  const completed = oneRow(
    await tx
      .update(runs)
      .set({ status: "COMPLETED", completedAt: sql`clock_timestamp()`, revision: sql`${runs.revision} + 1`, egress })
      .where(and(eq(runs.tenantId, tenantId), eq(runs.id, id)))
      .returning(),
  );
  await recordSpans(tx, tenantId, [rootSpan(completed, completed.completedAt!)]);
  return completed;
}

async function recordCompletion(
  tx: Transaction,
  run: RunRow,
  result: { readonly captured: Captured } | { readonly error: unknown; readonly errorCode?: string },
): Promise<readonly JobRef[]> {
  const next = await enqueue(tx, [runCheckpointJob(run)]);
  const event = { objectType: "run", objectId: run.id, runId: run.id };
  const digests = {
    ...(await recordDigests(tx, { tenantId: run.tenantId, runId: run.id })),
    ...(run.egress && { egressHash: await hashRunEgress(run.egress) }),
  };
  if ("error" in result) {
    const details = { errorCode: result.errorCode ?? captureErrorCode(result.error) };
    const announced = await recordRunEvents(
      tx,
      run,
      { ...event, action: "run.completed", details: digests },
      { ...event, action: "snapshot.failed", details },
    );
    return [...next, ...announced];
  }
  const { id, snapshotHash, replayHash } = result.captured;
  const announced = await recordRunEvents(
    tx,
    run,
    { ...event, action: "run.completed", details: { snapshotHash, ...digests } },
    {
      ...event,
      action: "snapshot.captured",
      objectType: "snapshot",
      objectId: id,
      details: { snapshotHash, replayHash },
    },
  );
  return [...next, ...announced];
}

/** The database's own code where it refused, else ours; never an error's text. */
function captureErrorCode(error: unknown): string {
  const code = databaseErrorCode(error);
  return code !== undefined && /^[A-Z0-9_]{1,64}$/.test(code) ? code : errorCode(error);
}
