import type { RunStep } from "@assay/client";
import { describeRefs } from "@assay/site/describe-refs";
import { formatDuration } from "@assay/site/format-duration";
import { STEP_LABELS, STEP_STATUS } from "@assay/site/run-status";
import { ToneIcon } from "@assay/ui";

/** Counts that say nothing to who reads the verdicts. */
const INTERNAL = ["chunkCount", "assessmentCount"];

/** The six steps in their order, with what each took and made. */
export function StepList({ steps }: { steps: readonly RunStep[] }) {
  return (
    <ol aria-label="Steps" className="divide-y divide-line rounded-lg border border-line">
      {steps.map((step) => (
        <li key={step.stepName} className="flex items-center gap-2 px-3 py-2 text-sm">
          <ToneIcon tone={STEP_STATUS[step.status].tone} />
          <span className="font-medium whitespace-nowrap">{STEP_LABELS[step.stepName]}</span>
          <span className="sr-only">{STEP_STATUS[step.status].label}</span>
          <span className="min-w-0 flex-1 truncate text-xs text-muted">{describeRefs(step.outputRefs, INTERNAL)}</span>
          <span className="text-xs whitespace-nowrap text-muted tabular-nums">{describeTime(step)}</span>
        </li>
      ))}
    </ol>
  );
}

function describeTime({ status, startedAt, completedAt }: RunStep): string {
  if (startedAt && completedAt) return formatDuration(Date.parse(completedAt) - Date.parse(startedAt));
  return status === "NOT_EXECUTED" ? "" : STEP_STATUS[status].label;
}
