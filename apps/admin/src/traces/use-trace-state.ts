import { setSearch, useSearchParam } from "@assay/site/location";
import { useMemo } from "react";
import { type Condition, formatConditions, parseConditions } from "./model/conditions.ts";
import { MARK, type MarkName } from "./model/trace.ts";

const TRACE_VIEWS = ["waterfall", "flame", "compare"] as const;
export type TraceViewName = (typeof TRACE_VIEWS)[number];

export interface TraceState {
  readonly view: TraceViewName;
  readonly text: string;
  readonly conditions: readonly Condition[];
  readonly marks: readonly MarkName[];
  /** The row that is selected. */
  readonly span: string | null;
  /** What is shown of the time, in ms from the trace's start. */
  readonly fromMs: number | null;
  readonly toMs: number | null;
  /** Whether idle times are shown in full. */
  readonly idleInFull: boolean;
  /** The run that is next to this one. */
  readonly against: string | null;
}

/** All of the viewer's state, which lives in the address. */
export function useTraceState(): TraceState {
  const [view, text, where, marks] = [
    useSearchParam("view"),
    useSearchParam("q"),
    useSearchParam("where"),
    useSearchParam("marks"),
  ];
  const [span, from, to, idle, against] = [
    useSearchParam("span"),
    useSearchParam("from"),
    useSearchParam("to"),
    useSearchParam("idle"),
    useSearchParam("against"),
  ];
  return useMemo(
    () => ({
      view: TRACE_VIEWS.find((name) => name === view) ?? "waterfall",
      text: text ?? "",
      conditions: parseConditions(where ?? ""),
      marks: (marks ?? "").split(",").flatMap((name) => toMark(name) ?? []),
      span,
      fromMs: toNumber(from),
      toMs: toNumber(to),
      idleInFull: idle === "full",
      against,
    }),
    [view, text, where, marks, span, from, to, idle, against],
  );
}

function toMark(name: string): MarkName | null {
  const mark = name.toUpperCase();
  return mark in MARK ? (mark as MarkName) : null;
}

function toNumber(text: string | null): number | null {
  const number = Number(text ?? Number.NaN);
  return Number.isFinite(number) ? number : null;
}

type Change = { -readonly [K in keyof TraceState]?: TraceState[K] };

/** Changes what is named; `step` leaves a step for Back. */
export function changeTraceState(change: Change, { step = false } = {}): void {
  const search: Record<string, string | null> = {};
  if (change.view) search.view = change.view === "waterfall" ? null : change.view;
  if (change.text !== undefined) search.q = change.text;
  if (change.conditions) search.where = formatConditions(change.conditions);
  if (change.marks) search.marks = change.marks.join(",").toLowerCase();
  if (change.span !== undefined) search.span = change.span;
  if (change.fromMs !== undefined) search.from = format(change.fromMs);
  if (change.toMs !== undefined) search.to = format(change.toMs);
  if (change.idleInFull !== undefined) search.idle = change.idleInFull ? "full" : null;
  if (change.against !== undefined) search.against = change.against;
  setSearch(search, { replace: !step });
}

const format = (ms: number | null) => (ms === null ? null : String(Number(ms.toPrecision(7))));
