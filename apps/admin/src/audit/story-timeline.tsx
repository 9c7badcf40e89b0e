import type { RunStep } from "@assay/client";
import { formatCount, formatMoment } from "@assay/site/format";
import { formatDuration } from "@assay/site/format-duration";
import { Link } from "@assay/site/link";
import { STEP_LABELS, STEP_STATUS } from "@assay/site/run-status";
import { classNames, EmptyState, TONES, type Tone, ToneIcon } from "@assay/ui";
import { hrefTo } from "../app/tenant.ts";
import type { Chapter, StoryEvent } from "./build-story.ts";
import { describeAction } from "./describe-action.ts";
import { formatTime } from "./format-time.ts";
import { nameActor } from "./name-in-entry.ts";

interface StoryTimelineProps {
  chapters: readonly Chapter[];
  names: Readonly<Record<string, string>>;
  runId: string;
}

/** The parts of a run below each other, each with its entries and the time between them. */
export function StoryTimeline({ chapters, names, runId }: StoryTimelineProps) {
  if (chapters.length === 0)
    return (
      <EmptyState title="The audit log has no entry about this run">It may be one of an earlier release.</EmptyState>
    );
  return (
    <ol aria-label="What happened" className="flex flex-col">
      {chapters.map((chapter, at) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: a part may come twice, and parts are only added
          key={`${chapter.name}-${at}`}
          className="relative grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-3 pb-6 last:pb-0"
        >
          <Mark chapter={chapter} isLast={at === chapters.length - 1} />
          <section className="flex min-w-0 flex-col gap-2" aria-label={nameOf(chapter)}>
            <Heading chapter={chapter} runId={runId} />
            <ol className="flex flex-col rounded-lg border border-line">
              {chapter.events.map((event) => (
                <Event key={event.entry.id} event={event} names={names} />
              ))}
            </ol>
          </section>
        </li>
      ))}
    </ol>
  );
}

const PARTS = { START: "Start", RESULT: "Result", AFTERWARDS: "Afterwards" } as const;

function nameOf({ name }: Chapter): string {
  if (name === "START" || name === "RESULT" || name === "AFTERWARDS") return PARTS[name];
  return STEP_LABELS[name] ?? name;
}

function toneOf({ step, events }: Chapter): Tone {
  if (step) return STEP_STATUS[step.status].tone;
  return events.some(({ entry }) => entry.action.endsWith(".failed")) ? "failed" : "complete";
}

function Mark({ chapter, isLast }: { chapter: Chapter; isLast: boolean }) {
  const tone = toneOf(chapter);
  return (
    <div aria-hidden className="flex flex-col items-center">
      <span className={classNames("flex size-7 items-center justify-center rounded-full", TONES[tone].soft)}>
        <ToneIcon tone={tone} size={15} />
      </span>
      {!isLast && <span className="absolute top-7 bottom-0 w-px bg-line-control" />}
    </div>
  );
}

function Heading({ chapter, runId }: { chapter: Chapter; runId: string }) {
  const { step, tookMs } = chapter;
  return (
    <div className="flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <h2 className="font-semibold">{nameOf(chapter)}</h2>
      {tookMs !== null && <span className="text-muted tabular-nums">took {formatShort(tookMs)}</span>}
      {step && <Evidence step={step} runId={runId} />}
      {step?.spanId && (
        <Link href={hrefTo(`/traces/${runId}`, { span: step.spanId })} className="text-accent hover:underline">
          In the trace
          <span className="sr-only"> of “{nameOf(chapter)}”</span>
        </Link>
      )}
    </div>
  );
}

/** Only the first step fixes the documents; the run's details list them. */
function Evidence({ step: { stepName, outputRefs }, runId }: { step: RunStep; runId: string }) {
  const count = outputRefs?.documentCount;
  if (stepName !== "INGESTION" || typeof count !== "number") return null;
  return (
    <Link href={hrefTo(`/runs/${runId}`)} className="text-accent hover:underline">
      {formatCount(count, "document")} taken as evidence
    </Link>
  );
}

function Event({ event: { entry, afterMs }, names }: { event: StoryEvent; names: Readonly<Record<string, string>> }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 gap-y-0.5 border-b border-line px-3 py-2 text-sm last:border-b-0 sm:grid-cols-[7rem_minmax(0,1fr)_6rem_auto]">
      <time dateTime={entry.created_at} title={formatMoment(entry.created_at)} className="text-muted tabular-nums">
        {formatTime(entry.created_at)}
      </time>
      <span className="order-first col-span-2 min-w-0 sm:order-none sm:col-span-1">
        {describeAction(entry.action)} <bdi className="text-muted break-all">by {nameActor(entry, names)}</bdi>
      </span>
      <span className="hidden text-end text-xs text-muted tabular-nums sm:block">
        {afterMs !== null && afterMs > 0 && `+${formatShort(afterMs)}`}
      </span>
      <Link
        href={hrefTo("/audit", { entry: String(entry.sequence) })}
        className="text-end text-xs text-accent tabular-nums hover:underline"
      >
        Entry {entry.sequence.toLocaleString()}
      </Link>
    </li>
  );
}

/** Entries of a step lie close together: below a second in milliseconds. */
function formatShort(ms: number): string {
  return ms < 1000 ? `${ms} ms` : formatDuration(ms);
}
