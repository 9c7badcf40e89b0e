import { classNames } from "@assay/ui";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { memo, useMemo } from "react";
import { type Stretch, stretchesOf, WAITING } from "./model/draw-spans.ts";
import { MARK, type Trace } from "./model/trace.ts";
import { percentIn, type Timeline } from "./timeline.ts";

/** How finely a row that holds others is drawn. */
const STEPS = 240;

interface SpanBarProps {
  trace: Trace;
  row: number;
  timeline: Timeline;
  isQuiet?: boolean;
}

/** A row's time: a thin line while it waits, a bar in one of two colours while a model or its own work is at it. */
export const SpanBar = memo(function SpanBar({ trace, row, timeline, isQuiet = false }: SpanBarProps) {
  const { scale, range } = timeline;
  const stretches = useMemo(() => stretchesOf(trace, row, scale.place, range, STEPS), [trace, row, scale, range]);
  const [first, last] = [stretches[0], stretches.at(-1)];
  if (!first || !last) return <Outside isBefore={scale.place(trace.end[row]!) < range.from} />;
  const left = percentIn(range, first.from);
  const width = percentIn(range, last.to) - left;
  const marks = trace.marks[row]!;
  return (
    <div
      aria-hidden
      className={classNames("absolute inset-y-0 my-auto h-3 min-w-[2px]", isQuiet && "opacity-40")}
      style={{ left: `${Math.min(left, 99.8)}%`, width: `${width}%` }}
    >
      {stretches.some(({ activity }) => activity === WAITING) && (
        <div className="absolute inset-x-0 top-[5px] h-[2px] bg-line-strong" />
      )}
      <div className="absolute inset-0 rounded-xs" style={{ background: gradientOf(stretches) }} />
      {marks & MARK.ERROR ? <div className="absolute -inset-y-0.5 end-0 w-[3px] rounded-xs bg-missing-fill" /> : null}
      {marks & MARK.CRITICAL ? <div className="absolute inset-x-0 -bottom-[3px] h-[2px] bg-text" /> : null}
    </div>
  );
});

/** Says on which side of what is shown the row lies. */
function Outside({ isBefore }: { isBefore: boolean }) {
  const Icon = isBefore ? ChevronLeft : ChevronRight;
  return (
    <Icon size={12} aria-hidden className={`absolute inset-y-0 my-auto text-muted ${isBefore ? "start-1" : "end-1"}`} />
  );
}

const COLOURS = ["transparent", "var(--span-work)", "var(--span-model)"] as const;

function gradientOf(stretches: readonly Stretch[]): string {
  const [begin, end] = [stretches[0]!.from, stretches.at(-1)!.to];
  if (stretches.length === 1) return COLOURS[stretches[0]!.activity]!;
  const percent = (place: number) => `${((100 * (place - begin)) / (end - begin)).toFixed(2)}%`;
  const stops = stretches.map(({ from, to, activity }) => `${COLOURS[activity]} ${percent(from)} ${percent(to)}`);
  return `linear-gradient(to right, ${stops.join(", ")})`;
}

/** What the colours of the bars mean. */
export function Legend() {
  return (
    <ul aria-label="Colours" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
      <li className="flex items-center gap-1.5">
        <span aria-hidden className="h-2.5 w-3.5 rounded-xs bg-span-model" />
        Model
      </li>
      <li className="flex items-center gap-1.5">
        <span aria-hidden className="h-2.5 w-3.5 rounded-xs bg-span-work" />
        Own work
      </li>
      <li className="flex items-center gap-1.5">
        <span aria-hidden className="h-[2px] w-3.5 bg-line-strong" />
        Waiting
      </li>
      <li className="flex items-center gap-1.5">
        <span aria-hidden className="h-[2px] w-3.5 bg-text" />
        Critical path
      </li>
    </ul>
  );
}
