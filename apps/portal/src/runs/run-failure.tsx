import type { Run, RunStep } from "@assay/client";
import { formatDateTime } from "@assay/site/format";
import { Link } from "@assay/site/link";
import { BASE, setSearch } from "@assay/site/location";
import { adviceFor } from "@assay/site/run-failure-advice";
import { STEP_LABELS } from "@assay/site/run-status";
import { useMay } from "@assay/site/use-session";
import { Button, ToneIcon } from "@assay/ui";

/** Why the run ended, where, and what comes next: it cannot be taken up again. */
export function RunFailure({ run, steps }: { run: Run; steps: readonly RunStep[] }) {
  const mayStart = useMay("MEMBER");
  const step = steps.find(({ status }) => status === "FAILED");
  const requirementId = step?.errorDetails?.failedRequirementId;
  return (
    <section
      aria-label="Why it failed"
      className="flex flex-col gap-2 rounded-lg border border-failed bg-failed-soft p-4 text-sm"
    >
      <p className="flex items-start gap-2 font-medium">
        <ToneIcon tone="failed" size={16} className="mt-0.5" />
        <span className="min-w-0 break-words">{run.failureReason ?? "The run ended with an error"}</span>
      </p>
      <p>
        {step && `It failed in the step “${STEP_LABELS[step.stepName]}”`}
        {run.failedAt && ` on ${formatDateTime(run.failedAt)}`}, with {run.assessedCount} of {run.totalRequirements}{" "}
        requirements judged.
        {typeof requirementId === "string" && (
          <>
            {" "}
            <Link
              href={`${BASE}?run=${run.id}&requirement=${encodeURIComponent(requirementId)}`}
              className="text-accent underline underline-offset-2"
            >
              Look at requirement {requirementId}
            </Link>
          </>
        )}
      </p>
      <p>{adviceFor(step?.errorDetails?.errorType)}</p>
      {mayStart && (
        <div className="mt-1">
          <Button onClick={() => setSearch({ start: "1" })}>Start a new run</Button>
        </div>
      )}
    </section>
  );
}
