import { useMemo } from "react";
import type { Range } from "./model/draw-spans.ts";
import { makeTimeScale, type TimeScale } from "./model/time-scale.ts";
import type { Trace } from "./model/trace.ts";
import { changeTraceState, type TraceState } from "./use-trace-state.ts";

/** The narrowest range, as a share of the whole. */
const RANGE_MIN = 1e-6;
const WHOLE: Range = { from: 0, to: 1 };

/** The time axis and what is shown of it. */
export interface Timeline {
  readonly scale: TimeScale;
  readonly range: Range;
  readonly isWhole: boolean;
  show(range: Range): void;
  /** Below 1 comes nearer; `at` keeps its place. */
  zoom(factor: number, at?: number): void;
  /** By a share of what is shown. */
  pan(share: number): void;
}

export function useTimeline(trace: Trace, { fromMs, toMs, idleInFull }: TraceState): Timeline {
  const scale = useMemo(
    () => makeTimeScale(trace.durationMs, trace.idle, !idleInFull),
    [trace.durationMs, trace.idle, idleInFull],
  );
  return useMemo(() => {
    const range = toRange(scale, fromMs, toMs);
    const show = (next: Range) => {
      const { from, to } = within(next);
      const isWhole = from <= 0 && to >= 1;
      changeTraceState({ fromMs: isWhole ? null : scale.time(from), toMs: isWhole ? null : scale.time(to) });
    };
    return {
      scale,
      range,
      isWhole: range === WHOLE,
      show,
      zoom(factor, at = (range.from + range.to) / 2) {
        show({ from: at - (at - range.from) * factor, to: at + (range.to - at) * factor });
      },
      pan(share) {
        const by = share * (range.to - range.from);
        const moved = Math.min(1 - range.to, Math.max(-range.from, by));
        show({ from: range.from + moved, to: range.to + moved });
      },
    };
  }, [scale, fromMs, toMs]);
}

function toRange({ place }: TimeScale, fromMs: number | null, toMs: number | null): Range {
  if (fromMs === null && toMs === null) return WHOLE;
  const range = within({ from: place(fromMs ?? 0), to: toMs === null ? 1 : place(toMs) });
  return range.from <= 0 && range.to >= 1 ? WHOLE : range;
}

function within({ from, to }: Range): Range {
  const width = Math.min(1, Math.max(RANGE_MIN, to - from));
  const begin = Math.min(Math.max(0, to > from ? from : from - width / 2), 1 - width);
  return { from: begin, to: begin + width };
}

/** Where a place of the axis is within the range, in percent. */
export const percentIn = ({ from, to }: Range, place: number) => (100 * (place - from)) / (to - from);

const ZOOM_STEP = 1.5;
const PAN_STEP = 0.2;

/** What a key does to the time axis; false where it does nothing. */
export function moveByKey(timeline: Timeline, key: string, shift: boolean): boolean {
  if (key === "+" || key === "=") timeline.zoom(1 / ZOOM_STEP);
  else if (key === "-") timeline.zoom(ZOOM_STEP);
  else if (key === "0") timeline.show(WHOLE);
  else if (shift && key === "ArrowLeft") timeline.pan(-PAN_STEP);
  else if (shift && key === "ArrowRight") timeline.pan(PAN_STEP);
  else return false;
  return true;
}

/** A turn of the wheel with Ctrl zooms about the pointer, one with Shift moves along. */
export function moveByWheel(timeline: Timeline, event: WheelEvent, area: DOMRect): boolean {
  const { range } = timeline;
  if (event.ctrlKey || event.metaKey) {
    const at = range.from + ((event.clientX - area.left) / area.width) * (range.to - range.from);
    timeline.zoom(Math.exp(Math.max(-60, Math.min(60, event.deltaY)) * 0.005), at);
    return true;
  }
  const sideways = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
  if (Math.abs(sideways) < 1 || (!event.shiftKey && Math.abs(event.deltaY) > Math.abs(event.deltaX))) return false;
  timeline.pan(sideways / area.width);
  return true;
}
