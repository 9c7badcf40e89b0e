import type { RunStep } from "@assay/client";
import type { AdminRunDetails, RunStepWork } from "@assay/client/admin";
import { describeRefs } from "@assay/site/describe-refs";
import { nameOfPart } from "@assay/site/describe-waiting";
import { formatCount } from "@assay/site/format";
import { setSearch, useSearch } from "@assay/site/location";
import { STEP_LABELS, STEP_STATUS } from "@assay/site/run-status";
import { ToneIcon } from "@assay/ui";
import { ChevronRight } from "lucide-react";
import { Section } from "../app/section.tsx";
import { formatStepDuration, formatToSecond } from "./format-time.ts";
import { StepRefs } from "./step-refs.tsx";

/** The six steps with their times, attempts, what they took and made, and their errors. */
export function RunSteps({ details: { run, steps, work } }: { details: AdminRunDetails }) {
  if (run.triggerType === "import")
    return (
      <Section title="Steps">
        <p className="rounded-lg border border-line px-4 py-3 text-sm text-muted">
          None: the run was imported with its results.
        </p>
      </Section>
    );
  return (
    <Section title="Steps" end={work.length === 0 ? "Attempts are no longer kept" : undefined}>
      <ol className="divide-y divide-line rounded-lg border border-line">
        {steps.map((step) => (
          <Step
            key={step.stepName}
            step={step}
            work={work.find(({ stepName }) => stepName === step.stepName)}
            share={shareOf(step, run.durationMs)}
          />
        ))}
      </ol>
    </Section>
  );
}

interface StepProps {
  step: RunStep;
  work: RunStepWork | undefined;
  /** Of the run's time; null while either continues. */
  share: number | null;
}

function Step({ step, work, share }: StepProps) {
  const open = useSearch().get("step") === step.stepName;
  const { label, tone } = STEP_STATUS[step.status];
  const isRun = step.status !== "NOT_EXECUTED";
  const errorType = step.errorDetails?.errorType;
  return (
    <li>
      <button
        type="button"
        disabled={!isRun}
        aria-expanded={open && isRun}
        onClick={() => setSearch({ step: open ? null : step.stepName }, { replace: true })}
        className="grid w-full grid-cols-[1rem_minmax(0,1fr)_auto_1rem] items-center gap-x-3 px-4 py-2 text-start text-sm enabled:hover:bg-hover md:grid-cols-[1rem_11rem_minmax(0,1fr)_6rem_5rem_1rem]"
      >
        <ToneIcon tone={tone} />
        <span className="truncate font-medium">
          {STEP_LABELS[step.stepName]}
          <span className="sr-only">: {label}</span>
        </span>
        <span className="col-start-2 row-start-2 truncate text-xs text-muted md:col-start-auto md:row-start-auto">
          {typeof errorType === "string" ? <span className="text-failed">{errorType}</span> : describeStep(step, work)}
        </span>
        <span aria-hidden className="hidden h-1.5 overflow-hidden rounded-full bg-hover md:block">
          {share !== null && (
            <span className="block h-full rounded-full bg-accent" style={{ width: `${Math.max(2, 100 * share)}%` }} />
          )}
        </span>
        <span className="text-end text-xs whitespace-nowrap text-muted tabular-nums">{describeTime(step)}</span>
        <ChevronRight
          size={14}
          aria-hidden
          className={isRun ? `text-muted transition-transform ${open ? "rotate-90" : ""}` : "invisible"}
        />
      </button>
      {open && isRun && <StepRefs step={step} work={work} />}
    </li>
  );
}

function describeStep({ status, outputRefs, inputRefs }: RunStep, work: RunStepWork | undefined): string {
  if (status === "NOT_EXECUTED") return STEP_STATUS[status].label;
  const made = describeRefs(outputRefs ?? inputRefs);
  return [made, ...describeTrouble(work)].filter(Boolean).join(" · ");
}

function describeTrouble(work: RunStepWork | undefined): string[] {
  if (!work) return [];
  return [
    ...(work.failedAttempts > 0 ? [`${formatCount(work.failedAttempts, "attempt")} failed`] : []),
    ...(work.lostAttempts > 0 ? [`${formatCount(work.lostAttempts, "attempt")} lost with a process`] : []),
    ...(work.waitingFor ? [`waits for ${nameOfPart(work.waitingFor)}`] : []),
  ];
}

function describeTime({ status, startedAt, completedAt }: RunStep): string {
  if (startedAt && completedAt) return formatStepDuration(Date.parse(completedAt) - Date.parse(startedAt));
  if (startedAt) return `since ${formatToSecond(startedAt)}`;
  return status === "NOT_EXECUTED" ? "" : STEP_STATUS[status].label;
}

function shareOf({ startedAt, completedAt }: RunStep, wholeMs: number | null): number | null {
  if (!startedAt || !completedAt || !wholeMs) return null;
  return Math.min(1, (Date.parse(completedAt) - Date.parse(startedAt)) / wholeMs);
}
