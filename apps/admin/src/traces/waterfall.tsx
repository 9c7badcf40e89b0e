// biome-ignore-all lint/a11y/useSemanticElements: a treegrid of which a few rows are in the page
// biome-ignore-all lint/a11y/useFocusableInteractive: the treegrid has the focus and says which row is active
import { useMedia } from "@assay/site/use-media";
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Matched } from "./model/match-rows.ts";
import type { Trace } from "./model/trace.ts";
import { IdleBands, TimeAxis } from "./time-axis.tsx";
import { moveByKey, moveByWheel, type Timeline } from "./timeline.ts";
import type { TraceModel } from "./use-trace-model.ts";
import { useVirtualRows } from "./use-virtual-rows.ts";
import { useWheel } from "./use-wheel.ts";
import { WATERFALL_GRID, WaterfallRow } from "./waterfall-row.tsx";

const ROW_PX = 28;
/** For a finger, and for a row of two lines. */
const LARGE_ROW_PX = 44;
/** `@xl`, below which WATERFALL_GRID has two lines. */
const TWO_LINES_BELOW_PX = 576;
const HEAD_PX = 32;

interface WaterfallProps {
  model: TraceModel;
  timeline: Timeline;
}

/** The tree of spans next to their times; arrow keys move, open and close, + and - zoom. */
export function Waterfall({ model, timeline }: WaterfallProps) {
  const { trace, rows, selected, matched } = model;
  const scroller = useRef<HTMLDivElement>(null);
  const times = useRef<HTMLDivElement>(null);
  const isNarrow = useIsNarrow(scroller, TWO_LINES_BELOW_PX);
  const rowPx = useMedia("(pointer: coarse)") || isNarrow ? LARGE_ROW_PX : ROW_PX;
  const { first, end, scrollTo } = useVirtualRows(scroller, { count: rows.length, rowPx, headPx: HEAD_PX });
  const at = indexOf(rows, selected);
  useEffect(() => {
    if (at >= 0) scrollTo(at);
  }, [at, scrollTo]);
  useShownMark(trace);
  useWheel(scroller, (event) => {
    const area = times.current!.getBoundingClientRect();
    return event.clientX >= area.left && moveByWheel(timeline, event, area);
  });
  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const page = Math.floor(scroller.current!.clientHeight / rowPx) - 2;
    const wasTaken =
      moveByKey(timeline, event.key, event.shiftKey) || (!event.shiftKey && moveInTree(model, at, event.key, page));
    if (wasTaken) event.preventDefault();
  };
  const shown: number[] = [];
  for (let index = first; index < end; index++) shown.push(index);
  return (
    <div className="@container relative flex min-h-0 flex-1 flex-col">
      <div aria-hidden className={`${WATERFALL_GRID} pointer-events-none absolute inset-x-0 top-8 bottom-0`}>
        <div className="hidden @xl:block" />
        <div className="relative col-span-2 mx-1 h-full overflow-hidden @xl:col-span-1 @xl:mx-0">
          <IdleBands timeline={timeline} />
        </div>
      </div>
      <div
        ref={scroller}
        role="treegrid"
        aria-label="Spans"
        aria-rowcount={rows.length + 1}
        aria-activedescendant={at >= first && at < end ? `row-${selected}` : undefined}
        tabIndex={0}
        onKeyDown={press}
        className="relative min-h-0 flex-1 overflow-y-auto overflow-x-hidden outline-offset-[-2px]"
      >
        <div role="rowgroup" className="sticky top-0 z-20 border-b border-line bg-surface">
          <div role="row" aria-rowindex={1} className={`${WATERFALL_GRID} h-8 items-center text-xs text-muted`}>
            <span role="columnheader" className="sr-only truncate @xl:not-sr-only @xl:ps-3">
              Span
            </span>
            <div
              ref={times}
              role="columnheader"
              className="relative col-span-2 mx-1 h-full overflow-hidden @xl:col-span-1 @xl:mx-0"
            >
              <span className="sr-only">Time</span>
              <TimeAxis timeline={timeline} />
            </div>
            <span role="columnheader" className="sr-only text-end @xl:not-sr-only @xl:pe-3">
              Total
            </span>
            <span role="columnheader" className="hidden pe-3 text-end @4xl:block">
              Own
            </span>
            <span role="columnheader" className="hidden pe-3 text-end @5xl:block">
              Tokens
            </span>
            <span role="columnheader" className="hidden pe-3 text-end @5xl:block">
              Cost
            </span>
          </div>
        </div>
        <div role="rowgroup" className="relative" style={{ height: rows.length * rowPx }}>
          {shown.map((index) => (
            <WaterfallRow
              key={rows[index]}
              trace={trace}
              row={rows[index]!}
              index={index}
              top={index * rowPx}
              height={rowPx}
              isClosed={model.closed[rows[index]!] === 1}
              isSelected={index === at}
              isFound={model.foundMask?.[rows[index]!] === 1}
              isQuiet={matched !== undefined && matched.rows[rows[index]!] === 0}
              timeline={timeline}
              model={model}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

function useIsNarrow(element: RefObject<HTMLElement | null>, belowPx: number): boolean {
  const [isNarrow, setIsNarrow] = useState(false);
  useLayoutEffect(() => {
    const measure = () => setIsNarrow(element.current!.clientWidth < belowPx);
    measure();
    const resized = new ResizeObserver(measure);
    resized.observe(element.current!);
    return () => resized.disconnect();
  }, [element, belowPx]);
  return isNarrow;
}

/** What a measurement of the first paint waits for. */
function useShownMark(trace: Trace): void {
  useEffect(() => {
    const id = requestAnimationFrame(() => performance.mark("trace-shown", { detail: trace.spanCount }));
    return () => cancelAnimationFrame(id);
  }, [trace]);
}

function indexOf(rows: Uint32Array, row: number): number {
  let [low, high] = [0, rows.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (rows[middle] === row) return middle;
    if (rows[middle]! < row) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

function moveInTree(model: TraceModel, at: number, key: string, page: number): boolean {
  const { rows, closed, trace, selected } = model;
  const to = (index: number) => {
    const row = rows[Math.min(rows.length - 1, Math.max(0, index))];
    if (row !== undefined) model.select(row);
    return true;
  };
  switch (key) {
    case "ArrowDown":
      return to(at + 1);
    case "ArrowUp":
      return to(at < 0 ? 0 : at - 1);
    case "PageDown":
      return to(at + page);
    case "PageUp":
      return to(at - page);
    case "Home":
      return to(0);
    case "End":
      return to(rows.length - 1);
    case "ArrowRight":
      if (at < 0 || trace.size[selected] === 1) return true;
      if (closed[selected]) model.setClosed(selected, false);
      else to(at + 1);
      return true;
    case "ArrowLeft":
      if (at < 0) return true;
      if (isOpen(trace, selected, closed, model.matched)) model.setClosed(selected, true);
      else if (trace.parent[selected]! >= 0) model.select(trace.parent[selected]!);
      return true;
    case "Escape":
      if (at < 0) return false;
      model.select(-1);
      return true;
    default:
      return false;
  }
}

function isOpen(trace: Trace, row: number, closed: Uint8Array, matched: Matched | undefined): boolean {
  if (trace.size[row] === 1 || closed[row]) return false;
  return !matched || matched.kept.subarray(row + 1, row + trace.size[row]!).includes(1);
}
