import type { CorpusIngestion } from "@assay/client/admin";
import { formatWhen } from "@assay/site/format";
import { formatDuration } from "@assay/site/format-duration";
import { useNow } from "@assay/site/use-now";
import { classNames, type Tone, ToneIcon } from "@assay/ui";
import { isSettled } from "./ingestion-status.ts";
import { type IngestionStep, listSteps } from "./list-steps.ts";

const LOOKS: Readonly<Record<IngestionStep["state"], { tone: Tone; said: string }>> = {
  done: { tone: "complete", said: "done" },
  active: { tone: "active", said: "under way" },
  failed: { tone: "missing", said: "failed" },
  ahead: { tone: "neutral", said: "not begun" },
};

/** The steps in a row, with when each began and how long it took; on a phone below each other. */
export function StepLine({ ingestion }: { ingestion: CorpusIngestion }) {
  const now = useNow(!isSettled(ingestion));
  return (
    <ol aria-label="Steps" className="grid overflow-hidden rounded-lg border border-line sm:grid-cols-5">
      {listSteps(ingestion).map((step) => (
        <Step key={step.name} step={step} now={now} />
      ))}
    </ol>
  );
}

function Step({ step: { name, state, startedAt, endedAt }, now }: { step: IngestionStep; now: number }) {
  const { tone, said } = LOOKS[state];
  return (
    <li
      aria-current={state === "active" ? "step" : undefined}
      className={classNames(
        "-ms-px -mt-px flex flex-col gap-0.5 border-s border-t border-line px-3 py-2 text-sm",
        state === "ahead" && "text-muted",
      )}
    >
      <span className="flex items-center gap-1.5 font-medium">
        <ToneIcon tone={tone} />
        {name}
        <span className="sr-only">{said}</span>
      </span>
      <span className="text-xs text-muted tabular-nums">
        {startedAt ? formatWhen(startedAt) : "–"}
        {startedAt && name !== "Completed" && `, ${tookOf(startedAt, endedAt, now)}`}
      </span>
    </li>
  );
}

function tookOf(startedAt: string, endedAt: string | null, now: number): string {
  return formatDuration(Math.max(0, (endedAt ? Date.parse(endedAt) : now) - Date.parse(startedAt)));
}
