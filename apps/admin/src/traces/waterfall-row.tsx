// biome-ignore-all lint/a11y/useSemanticElements: a row of a tree
// biome-ignore-all lint/a11y/useFocusableInteractive: the treegrid has the focus
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the treegrid takes the keys
// biome-ignore-all lint/a11y/noStaticElementInteractions: the treegrid takes the keys
import { VERDICT_LABELS, VERDICT_TONES } from "@assay/site/verdict";
import { classNames, ToneIcon } from "@assay/ui";
import { ChevronRight } from "lucide-react";
import { memo } from "react";
import { describeRow } from "./describe-row.ts";
import { formatCost, formatMs, formatTokens } from "./format-time.ts";
import { MarkIcons } from "./mark-icons.tsx";
import { durationOf, ROW, type Trace, waitingOf } from "./model/trace.ts";
import { SpanBar } from "./span-bar.tsx";
import type { Timeline } from "./timeline.ts";
import type { TraceModel } from "./use-trace-model.ts";

/** By the room that the list has, not the page: the details may be next to it. Where it has little, bars are below names. */
export const WATERFALL_GRID =
  "grid grid-cols-[minmax(0,1fr)_5rem] @xl:grid-cols-[minmax(14rem,2fr)_minmax(0,3fr)_5rem] " +
  "@4xl:grid-cols-[minmax(15rem,2fr)_minmax(0,3fr)_5.5rem_5.5rem] @5xl:grid-cols-[minmax(18rem,2fr)_minmax(0,3fr)_5.5rem_5.5rem_5rem_5rem]";

const INDENT_PX = 14;
/** Deeper rows stand no further in: the name needs its room. */
const INDENT_LEVELS_MAX = 10;

interface WaterfallRowProps {
  trace: Trace;
  row: number;
  index: number;
  top: number;
  height: number;
  isClosed: boolean;
  isSelected: boolean;
  isFound: boolean;
  /** Shown only as what passes is below it. */
  isQuiet: boolean;
  timeline: Timeline;
  model: TraceModel;
}

export const WaterfallRow = memo(Row, (before, after) =>
  (Object.keys(after) as (keyof WaterfallRowProps)[]).every((key) => key === "model" || before[key] === after[key]),
);

function Row({
  trace,
  row,
  index,
  top,
  height,
  isClosed,
  isSelected,
  isFound,
  isQuiet,
  timeline,
  model,
}: WaterfallRowProps) {
  const level = trace.depth[row]!;
  const hasRows = trace.size[row]! > 1;
  return (
    <div
      role="row"
      id={`row-${row}`}
      aria-rowindex={index + 2}
      aria-level={level + 1}
      aria-expanded={hasRows ? !isClosed : undefined}
      aria-selected={isSelected}
      onClick={() => model.select(row)}
      style={{ height, transform: `translateY(${top}px)` }}
      className={classNames(
        WATERFALL_GRID,
        "absolute inset-x-0 top-0 cursor-default grid-rows-[1.5rem_1fr] items-center text-sm @xl:grid-rows-none",
        isSelected ? "bg-accent-soft" : "hover:bg-hover",
        isQuiet && "text-muted",
      )}
    >
      <div
        role="gridcell"
        className="flex min-w-0 items-center gap-1 pe-2 ps-1"
        style={{ paddingInlineStart: 4 + INDENT_PX * Math.min(level, INDENT_LEVELS_MAX) }}
      >
        <Toggle shown={hasRows} isClosed={isClosed} onToggle={() => model.setClosed(row, !isClosed)} />
        <Name trace={trace} row={row} isFound={isFound} />
      </div>
      <div
        role="gridcell"
        className="relative col-span-2 row-start-2 mx-1 h-full overflow-hidden @xl:col-span-1 @xl:row-start-auto @xl:mx-0"
      >
        <span className="sr-only">{describeTime(trace, row)}</span>
        <SpanBar trace={trace} row={row} timeline={timeline} isQuiet={isQuiet} />
      </div>
      <Figure>{formatMs(durationOf(trace, row))}</Figure>
      <Figure className="hidden text-muted @4xl:block">{formatMs(trace.own[row]!)}</Figure>
      <Figure className="hidden text-muted @5xl:block">
        {formatTokens(trace.tokensIn[row]! + trace.tokensOut[row]!)}
      </Figure>
      <Figure className="hidden text-muted @5xl:block">{formatCost(trace.costUsd[row]!)}</Figure>
    </div>
  );
}

function Figure({ className, children }: { className?: string; children: string }) {
  return (
    <div role="gridcell" className={classNames("truncate pe-3 text-end text-xs tabular-nums", className)}>
      {children}
    </div>
  );
}

interface ToggleProps {
  shown: boolean;
  isClosed: boolean;
  onToggle: () => void;
}

/** For the pointer; by keyboard, the arrow keys of the row open and close. */
function Toggle({ shown, isClosed, onToggle }: ToggleProps) {
  if (!shown) return <span aria-hidden className="w-5 shrink-0" />;
  return (
    <span
      aria-hidden
      onClick={(event) => {
        event.stopPropagation();
        onToggle();
      }}
      className="flex size-5 shrink-0 cursor-pointer items-center justify-center rounded text-muted hover:bg-hover hover:text-text"
    >
      <ChevronRight size={13} className={isClosed ? undefined : "rotate-90"} />
    </span>
  );
}

function Name({ trace, row, isFound }: { trace: Trace; row: number; isFound: boolean }) {
  const { title, detail } = describeRow(trace, row);
  const isRequirement = trace.kind[row] === ROW.REQUIREMENT;
  return (
    <>
      {isRequirement && <Verdict trace={trace} row={row} />}
      <span
        className={classNames(
          "min-w-0 shrink-[0.001] truncate",
          isRequirement && "font-medium",
          isFound && "bg-highlight",
        )}
      >
        {title}
      </span>
      {detail && (
        <span className="min-w-0 truncate text-xs text-muted" title={detail}>
          {detail}
        </span>
      )}
      <MarkIcons marks={trace.marks[row]!} />
    </>
  );
}

function Verdict({ trace, row }: { trace: Trace; row: number }) {
  const verdict = trace.requirements[trace.requirement[row]!]!.verdict ?? "NONE";
  return (
    <span title={VERDICT_LABELS[verdict]} className="flex shrink-0">
      <ToneIcon tone={VERDICT_TONES[verdict]} size={13} />
      <span className="sr-only">{VERDICT_LABELS[verdict]}</span>
    </span>
  );
}

function describeTime(trace: Trace, row: number): string {
  const parts = [
    `from ${formatMs(trace.start[row]!)}`,
    ...(trace.model[row]! > 0 ? [`${formatMs(trace.model[row]!)} model`] : []),
    ...(trace.work[row]! > 0 ? [`${formatMs(trace.work[row]!)} own work`] : []),
    ...(waitingOf(trace, row) > 0 ? [`${formatMs(waitingOf(trace, row))} waiting`] : []),
  ];
  return parts.join(", ");
}
