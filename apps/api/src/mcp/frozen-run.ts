import { AssayError, type Run } from "@assay/contract";
import { getRun, listRuns } from "@assay/core/runs";
import type { Context } from "@assay/core/tenancy";

const PAGE = 50;

/** The named run, or the newest one, whose results are frozen. Throws NOT_FOUND, INVALID_STATE. */
export async function getFrozenRun(ctx: Context, runId: string | undefined): Promise<Run> {
  if (runId === undefined) return getNewestFrozenRun(ctx);
  const run = await getRun(ctx, runId);
  if (run.snapshotStatus === "CAPTURED") return run;
  throw new AssayError(
    "INVALID_STATE",
    `Cannot read results of run '${runId}' because snapshotStatus must be CAPTURED: it is ${run.snapshotStatus}`,
    { details: { runId, snapshotStatus: run.snapshotStatus } },
  );
}

/** The newest frozen run that `accept` takes. Throws NOT_FOUND, INTEGRITY_ERROR. */
export async function getNewestFrozenRun(ctx: Context, accept: (run: Run) => boolean = () => true): Promise<Run> {
  let cursor: string | undefined;
  do {
    const page = await listRuns(ctx, { status: "COMPLETED", limit: PAGE, cursor });
    const run = page.items.find((each) => "damaged" in each || (each.snapshotStatus === "CAPTURED" && accept(each)));
    if (run) return "damaged" in run ? getRun(ctx, run.id) : run;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  throw new AssayError("NOT_FOUND", "Cannot find a completed run with a captured snapshot: start a run first");
}
