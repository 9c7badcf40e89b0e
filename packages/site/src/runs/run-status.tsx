import type { Run, RunStatus, RunStepName, RunStepStatus } from "@assay/client";
import { RUN_FLOW } from "@assay/contract/flow";
import { Badge, SharesBar, StateLabel, type Tone } from "@assay/ui";
import { sharesOf, type VerdictCounts, verdictsOf } from "./verdict-counts.ts";

export const RUN_STATUSES: readonly RunStatus[] = ["PENDING", "IN_PROGRESS", "COMPLETED", "FAILED"];

export const RUN_LABELS: Record<RunStatus, string> = {
  PENDING: "Waiting",
  IN_PROGRESS: "In progress",
  COMPLETED: "Completed",
  FAILED: "Failed",
};

export const RUN_TONES: Record<RunStatus, Tone> = {
  PENDING: "active",
  IN_PROGRESS: "active",
  COMPLETED: "complete",
  FAILED: "failed",
};

export const STEP_LABELS = Object.fromEntries(RUN_FLOW.map(({ name, title }) => [name, title])) as Record<
  RunStepName,
  string
>;

export const STEP_STATUS: Record<RunStepStatus, { label: string; tone: Tone }> = {
  NOT_EXECUTED: { label: "Not started", tone: "neutral" },
  IN_PROGRESS: { label: "In progress", tone: "active" },
  COMPLETED: { label: "Done", tone: "complete" },
  FAILED: { label: "Failed", tone: "failed" },
};

export function RunBadge({ status }: Pick<Run, "status">) {
  return <Badge tone={RUN_TONES[status]} label={RUN_LABELS[status]} />;
}

export function RunState({ status, className }: Pick<Run, "status"> & { className?: string }) {
  return <StateLabel tone={RUN_TONES[status]} label={RUN_LABELS[status]} {...(className && { className })} />;
}

/** How the run's requirements divide, those not assessed included. */
export function VerdictBar({ run, className }: { run: VerdictCounts; className?: string }) {
  return <SharesBar shares={sharesOf(run)} {...(className ? { className } : {})} />;
}

/** `12 complete, 3 partial, 1 missing` */
export function describeCounts(run: VerdictCounts): string {
  const { MISSING: missing, NOT_JUDGED: notJudged, FAILED: failed } = verdictsOf(run);
  return [
    `${run.completeCount} complete`,
    `${run.partialCount} partial`,
    `${missing} missing`,
    ...(notJudged > 0 ? [`${notJudged} not judged`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
  ].join(", ");
}
