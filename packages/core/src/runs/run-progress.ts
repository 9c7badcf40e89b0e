import type { RunProgress } from "@assay/contract";
import type { Context } from "../tenancy/context.ts";
import { stepsOf, withShownRun } from "./read-runs.ts";
import { readWaiting } from "./run-waiting.ts";
import { toRun } from "./to-run.ts";

export interface ProgressEvent {
  /** Grows with each change of the run: what a watcher sends back to continue where it was. */
  readonly revision: number;
  readonly finished: boolean;
  readonly progress: RunProgress;
}

/** The run as a watcher sees it now. */
export function getRunProgress(ctx: Context, runId: string): Promise<ProgressEvent> {
  return withShownRun(ctx, runId, async (tx, row) => ({
    revision: row.revision,
    finished: row.status === "COMPLETED" || row.status === "FAILED",
    progress: {
      run: { ...toRun(row), waiting: await readWaiting(tx, row) },
      steps: (await stepsOf(tx, ctx.tenantId, runId)).map(({ stepName, stepIndex, status }) => ({
        stepName,
        stepIndex,
        status,
      })),
    },
  }));
}
