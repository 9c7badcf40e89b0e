import type { AdminRunDetails } from "@assay/client/admin";
import { describeWaiting, nameOfPart } from "@assay/site/describe-waiting";
import { formatCount, formatDateTime } from "@assay/site/format";
import { formatDuration } from "@assay/site/format-duration";
import { isActive } from "@assay/site/is-active";
import { NotSealed } from "@assay/site/not-sealed";
import { adviceFor } from "@assay/site/run-failure-advice";
import { STEP_LABELS } from "@assay/site/run-status";
import { useNow } from "@assay/site/use-now";
import { Notice, ProgressBar } from "@assay/ui";
import { ContinueRun } from "./run-acts.tsx";

const QUIET_MS = 60_000;
const NAMED_MAX = 20;

/** What the reader should know first: how far a run is, or why it failed and what to do. */
export function RunState({ details }: { details: AdminRunDetails }) {
  const { run, resultCheck } = details;
  return (
    <>
      {isActive(run) && <Progress details={details} />}
      {run.status === "FAILED" && <Failure details={details} />}
      <NotSealed runs={[run]} />
      {resultCheck && resultCheck.damaged.length > 0 && (
        <Notice tone="missing" title="Stored results of this run are damaged">
          Found on {formatDateTime(resultCheck.checkedAt)}: {resultCheck.damaged.join(", ")}. They are not served until
          the database is restored from a backup.
        </Notice>
      )}
    </>
  );
}

function Progress({ details }: { details: AdminRunDetails }) {
  const { run, steps, work } = details;
  const now = useNow(true);
  const quietMs = now - Date.parse(run.progressedAt);
  const step = steps.find(({ status }) => status === "IN_PROGRESS");
  const waiting = work.find(({ waitingFor }) => waitingFor !== null);
  return (
    <section aria-label="Progress" className="flex flex-col gap-3 rounded-lg border border-line p-4 text-sm">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <p className="font-medium">{step ? STEP_LABELS[step.stepName] : "Waiting to start"}</p>
        <p className="text-muted tabular-nums">
          {run.assessedCount} of {formatCount(run.totalRequirements, "requirement")} assessed
        </p>
        <p className="ms-auto text-xs text-muted tabular-nums">
          {formatDuration(Math.max(0, now - Date.parse(run.startedAt ?? run.createdAt)))} so far
        </p>
      </div>
      <ProgressBar label="Requirements assessed" value={run.assessedCount / Math.max(1, run.totalRequirements)} />
      {details.waiting?.reason === "DOCUMENTS" ? (
        <Notice tone="active" title={describeWaiting(details.waiting)}>
          The run was told to wait for them. What is not ready by then is left out.
        </Notice>
      ) : details.waiting?.reason === "QUOTA" ? (
        <Notice tone="partial" title={describeWaiting(details.waiting)}>
          The model takes no more calls for now. No attempt is used up, and the run continues by itself.
        </Notice>
      ) : waiting?.waitingFor && waiting.waitingSince ? (
        <Notice tone="partial" title={`It waits for ${nameOfPart(waiting.waitingFor)}`}>
          It has not been available since {formatDateTime(waiting.waitingSince)}. No attempt is used up, and the run
          continues by itself when it responds.
        </Notice>
      ) : (
        quietMs > QUIET_MS && (
          <p className="text-xs text-partial">No part of the run has finished for {formatDuration(quietMs)}.</p>
        )
      )}
    </section>
  );
}

function Failure({ details: { run, steps, failedRequirements } }: { details: AdminRunDetails }) {
  const step = steps.find(({ status }) => status === "FAILED");
  const { errorType } = step?.errorDetails ?? {};
  const named = failedRequirements.slice(0, NAMED_MAX).map(({ requirementId }) => requirementId);
  const left = failedRequirements.length - named.length;
  return (
    <Notice
      tone="failed"
      title={run.failureReason ?? "The run ended with an error"}
      action={run.triggerType !== "import" && <ContinueRun run={run} />}
    >
      <p>
        {step && `It failed in the step “${STEP_LABELS[step.stepName]}”`}
        {typeof errorType === "string" && ` with ${errorType}`}
        {run.failedAt && ` on ${formatDateTime(run.failedAt)}`}, with {run.assessedCount} of {run.totalRequirements}{" "}
        requirements assessed. {adviceFor(errorType)}
      </p>
      {named.length > 0 && (
        <p className="mt-1">
          Could not be assessed: {named.join(", ")}
          {left > 0 && ` and ${left} more`}.
        </p>
      )}
      {run.notJudgedCount > 0 && (
        <p className="mt-1">
          {formatCount(run.notJudgedCount, "requirement was", "requirements were")} not judged: the model gave no usable
          answer.
        </p>
      )}
    </Notice>
  );
}
