import type { RunDetails, RunStep } from "@assay/client";
import { describeWaiting } from "@assay/site/describe-waiting";
import { messageOf } from "@assay/site/error-panel";
import { formatDuration } from "@assay/site/format-duration";
import { STEP_LABELS } from "@assay/site/run-status";
import { useNow } from "@assay/site/use-now";
import { ProgressBar } from "@assay/ui";
import { Hourglass } from "lucide-react";
import { AwaitedList } from "./awaited-list.tsx";
import { CancelRun } from "./cancel-run.tsx";
import { CriterionProgress } from "./criterion-progress.tsx";
import { estimateRemaining } from "./estimate-remaining.ts";

export interface RunProgressProps {
  run: RunDetails;
  steps: readonly RunStep[];
  /** Whether the run's events arrive. */
  isLive: boolean;
  /** Why the last look at the run failed. */
  error: unknown;
}

/** How far a run is, by requirement and by criterion, and how long it will take. */
export function RunProgress({ run, steps, isLive, error }: RunProgressProps) {
  const step = steps.find(({ status }) => status === "IN_PROGRESS");
  const awaits = run.waiting?.reason === "DOCUMENTS";
  return (
    <section aria-label="Progress" className="flex flex-col gap-4">
      <div className="rounded-lg border border-line p-4">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <p className="text-xl font-semibold tabular-nums">
            {run.assessedCount} of {run.totalRequirements}
            <span className="ms-1.5 text-sm font-normal text-muted">requirements assessed</span>
          </p>
          <p role="status" className="ms-auto text-sm font-medium text-accent">
            {step ? STEP_LABELS[step.stepName] : awaits ? "Waiting for documents" : "Waiting for its first step"}
          </p>
        </div>
        <ProgressBar
          label="Requirements assessed"
          value={run.totalRequirements === 0 ? 0 : run.assessedCount / run.totalRequirements}
          className="mt-3"
        />
        <Times run={run} steps={steps} />
        <p role="status" className="mt-2 flex items-start gap-2 text-sm text-partial empty:hidden">
          {run.waiting && (
            <>
              <Hourglass size={14} aria-hidden className="mt-1 shrink-0" />
              {describeWaiting(run.waiting)}.{" "}
              {awaits
                ? "What is not ready by then is left out."
                : "No attempt is used up, and the run continues by itself."}
            </>
          )}
        </p>
        {run.waiting && awaits && <AwaitedList waiting={run.waiting} />}
        <p role="status" className="mt-1 text-xs text-muted empty:hidden">
          {error
            ? `The status of the run could not be loaded: ${messageOf(error)}. Trying again.`
            : !isLive && "Live updates stopped; the status is loaded every few seconds instead."}
        </p>
      </div>
      <div className="flex flex-wrap gap-2 empty:hidden">
        <CancelRun run={run} />
      </div>
      <CriterionProgress run={run} />
    </section>
  );
}

function Times({ run, steps }: Pick<RunProgressProps, "run" | "steps">) {
  const now = useNow(true);
  const assessing = steps.find(({ stepName }) => stepName === "ASSESSMENT");
  const since = (timestamp: string | null | undefined) => (timestamp ? now - Date.parse(timestamp) : 0);
  const remaining = estimateRemaining({
    assessed: run.assessedCount,
    total: run.totalRequirements,
    elapsedMs: since(assessing?.startedAt),
  });
  return (
    <p className="mt-2 flex flex-wrap gap-x-4 text-xs text-muted tabular-nums">
      <span>Elapsed: {formatDuration(since(run.startedAt ?? run.createdAt))}</span>
      <span>{remaining === null ? "Estimating the time left …" : `About ${formatDuration(remaining)} left`}</span>
    </p>
  );
}
