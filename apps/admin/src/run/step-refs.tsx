import type { RunStep } from "@assay/client";
import type { RunStepWork } from "@assay/client/admin";
import { nameOfPart } from "@assay/site/describe-waiting";
import { formatCount } from "@assay/site/format";
import { STEP_LABELS } from "@assay/site/run-status";
import { CopyText, Fact, Facts } from "@assay/ui";
import { formatToSecond } from "./format-time.ts";

const IDS_MAX = 50;

/** All that is kept of a step. */
export function StepRefs({ step, work }: { step: RunStep; work: RunStepWork | undefined }) {
  const { startedAt, completedAt, spanId, inputRefs, outputRefs, errorDetails } = step;
  return (
    <div className="border-t border-line bg-sunken px-4 py-2">
      <Facts>
        {startedAt && <Fact term="Started">{formatToSecond(startedAt)}</Fact>}
        {completedAt && <Fact term="Ended">{formatToSecond(completedAt)}</Fact>}
        {work && <Fact term="Attempts">{describeWork(work)}</Fact>}
        {inputRefs && <Refs term="Took" refs={inputRefs} />}
        {outputRefs && <Refs term="Made" refs={outputRefs} />}
        {errorDetails && <Refs term="Error" refs={errorDetails} />}
        {spanId && (
          <Fact term="Span">
            <CopyText text={spanId} what={`the span's id of ${STEP_LABELS[step.stepName]}`} />
          </Fact>
        )}
      </Facts>
    </div>
  );
}

function describeWork({ items, openItems, failedAttempts, lostAttempts, lastError, waitingFor }: RunStepWork): string {
  return [
    formatCount(items, "job"),
    openItems > 0 ? `${openItems} open` : "all done",
    `${formatCount(failedAttempts, "attempt")} failed`,
    ...(lostAttempts > 0 ? [`${formatCount(lostAttempts, "attempt")} lost with a process`] : []),
    ...(lastError ? [`last error ${lastError}`] : []),
    ...(waitingFor ? [`waits for ${nameOfPart(waitingFor)}`] : []),
  ].join(", ");
}

function Refs({ term, refs }: { term: string; refs: Readonly<Record<string, unknown>> }) {
  const entries = Object.entries(refs);
  if (entries.length === 0) return null;
  return (
    <Fact term={term}>
      <ul className="flex flex-col gap-0.5">
        {entries.map(([name, value]) => (
          <li key={name} className="min-w-0 text-xs">
            <span className="text-muted">{name}: </span>
            <Value value={value} />
          </li>
        ))}
      </ul>
    </Fact>
  );
}

function Value({ value }: { value: unknown }) {
  if (!Array.isArray(value))
    return <span className="break-words">{typeof value === "object" ? JSON.stringify(value) : String(value)}</span>;
  if (value.length === 0) return "none";
  const shown = value.slice(0, IDS_MAX);
  return (
    <details className="inline-block align-top">
      <summary className="w-fit">{value.length.toLocaleString()}</summary>
      <ul className="mt-1 font-mono">
        {shown.map((item) => (
          <li key={String(item)}>{typeof item === "object" ? JSON.stringify(item) : String(item)}</li>
        ))}
        {value.length > shown.length && <li>and {(value.length - shown.length).toLocaleString()} more</li>}
      </ul>
    </details>
  );
}
