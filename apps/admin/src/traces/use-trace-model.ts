import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { type Matched, matchRows } from "./model/match-rows.ts";
import { searchRows } from "./model/search-rows.ts";
import { findRow, rowId, type Trace } from "./model/trace.ts";
import { carryClosed, closedAtFirst, revealRow, visibleRows } from "./model/visible-rows.ts";
import { changeTraceState, type TraceState } from "./use-trace-state.ts";

/** What the views show of a trace: which rows pass, which are open, which one is selected, and what a search found. */
export interface TraceModel {
  readonly trace: Trace;
  /** Undefined where nothing is filtered. */
  readonly matched: Matched | undefined;
  /** Rows that the search found, in order. */
  readonly found: Uint32Array;
  readonly foundMask: Uint8Array | undefined;
  readonly rows: Uint32Array;
  readonly closed: Uint8Array;
  /** -1 for none. */
  readonly selected: number;
  select(row: number): void;
  setClosed(row: number, closed: boolean): void;
  setAllClosed(closed: boolean): void;
}

export function useTraceModel(trace: Trace, state: TraceState): TraceModel {
  const conditions = useDeferredValue(state.conditions);
  const marks = useDeferredValue(state.marks);
  const text = useDeferredValue(state.text);
  const matched = useMemo(() => matchRows(trace, { conditions, marks }), [trace, conditions, marks]);
  const found = useMemo(() => searchRows(trace, text, matched?.kept), [trace, text, matched]);
  const foundMask = useMemo(() => (found.length === 0 ? undefined : maskOf(trace, found)), [trace, found]);
  const selected = useMemo(() => (state.span === null ? -1 : findRow(trace, state.span)), [trace, state.span]);
  const { closed, setClosed } = useClosed(trace, matched !== undefined, selected);
  const rows = useMemo(() => visibleRows(trace, closed, matched?.kept), [trace, closed, matched]);
  return useMemo(() => {
    const select = (row: number) => changeTraceState({ span: row < 0 ? null : rowId(trace, row) });
    return {
      trace,
      matched,
      found,
      foundMask,
      rows,
      closed,
      selected,
      select,
      setClosed(row: number, isClosed: boolean) {
        const next = closed.slice();
        next[row] = isClosed ? 1 : 0;
        setClosed(next);
        // What is selected is always in the list.
        if (isClosed && selected > row && selected < row + trace.size[row]!) select(row);
      },
      setAllClosed(isClosed: boolean) {
        // The root and its steps stay open, so that there is something to see.
        setClosed(Uint8Array.from(trace.size, (size, row) => (isClosed && size > 1 && trace.depth[row]! >= 2 ? 1 : 0)));
      },
    };
  }, [trace, matched, found, foundMask, rows, closed, selected, setClosed]);
}

function maskOf({ count }: Trace, rows: Uint32Array): Uint8Array {
  const mask = new Uint8Array(count);
  for (const row of rows) mask[row] = 1;
  return mask;
}

/** Which rows are closed. What a filter finds is open at first; without it, all is as it was before. */
function useClosed(trace: Trace, isFiltered: boolean, selected: number) {
  const [plain, setPlain] = useState({ trace, closed: closedAtFirst(trace) });
  const [filtered, setFiltered] = useState<Uint8Array | null>(null);
  if (plain.trace !== trace) {
    // The run has gone on: rows have other numbers now.
    setPlain({ trace, closed: carryClosed(plain.trace, plain.closed, trace) });
    setFiltered(filtered && carryClosed(plain.trace, filtered, trace));
  }
  const none = useMemo(() => new Uint8Array(trace.count), [trace]);
  const current = isFiltered ? (filtered ?? none) : plain.trace === trace ? plain.closed : none;
  const closed = useMemo(
    () => (selected < 0 || selected >= trace.count ? current : revealRow(trace, current, selected)),
    [trace, current, selected],
  );
  useEffect(() => {
    if (!isFiltered) setFiltered(null);
  }, [isFiltered]);
  const setClosed = useMemo(
    () => (next: Uint8Array) => (isFiltered ? setFiltered(next) : setPlain({ trace, closed: next })),
    [trace, isFiltered],
  );
  return { closed, setClosed };
}
