import type { Run, RunStep } from "@assay/client";
import { formatDateTime } from "@assay/site/format";
import { Link } from "@assay/site/link";
import { BASE, setSearch } from "@assay/site/location";
import { adviceFor } from "@assay/site/run-failure-advice";
import { STEP_LABELS } from "@assay/site/run-status";
import { useMay } from "@assay/site/use-session";
import { countLeft } from "@assay/site/verdict-counts";
import { Button, ToneIcon } from "@assay/ui";
import { ContinueRun } from "./continue-run.tsx";

const NAMED_MAX = 12;

/** Why the run ended, where, and what comes next: a new run takes over what was assessed. */
export function RunFailure({ run, steps }: { run: Run; steps: readonly RunStep[] }) {
  const mayStart = useMay("MEMBER");
  const step = steps.find(({ status }) => status === "FAILED");
  const { failedRequirementIds, notJudgedRequirementIds, errorType } = step?.errorDetails ?? {};
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
        {run.failedAt && ` on ${formatDateTime(run.failedAt)}`}, with {run.totalRequirements - countLeft(run)} of{" "}
        {run.totalRequirements} requirements judged.
      </p>
      <Named runId={run.id} title="Could not be assessed" ids={failedRequirementIds} />
      <Named runId={run.id} title="Not judged" ids={notJudgedRequirementIds} />
      <p>{adviceFor(errorType)}</p>
      {mayStart && (
        <div className="mt-1 flex flex-wrap gap-2">
          <ContinueRun run={run} />
          <Button onClick={() => setSearch({ start: "1" })}>Start a new run</Button>
        </div>
      )}
    </section>
  );
}

function Named({ runId, title, ids }: { runId: string; title: string; ids: unknown }) {
  const named = Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
  if (named.length === 0) return null;
  return (
    <p className="break-words">
      {title}:{" "}
      {named.slice(0, NAMED_MAX).map((id, index) => (
        <span key={id}>
          {index > 0 && ", "}
          <Link
            href={`${BASE}?run=${runId}&requirement=${encodeURIComponent(id)}`}
            className="text-accent underline underline-offset-2"
          >
            {id}
          </Link>
        </span>
      ))}
      {named.length > NAMED_MAX && ` and ${named.length - NAMED_MAX} more`}
    </p>
  );
}
