import { childrenOf, durationOf, MARK, ROW, type Trace } from "./trace.ts";

/** A span is slow when it took longer than this share of the spans of its name … */
const SLOW_SHARE = 0.95;
/** … and this many times as long as the middle one. */
const SLOW_FACTOR = 2;
/** With fewer spans of a name, none of them is called slow. */
const PEERS_MIN = 5;

/** Fills `marks`. `errors` has 1 for a row whose span ended in an error. */
export function markRows(trace: Trace, errors: Uint8Array): void {
  for (let row = 0; row < trace.count; row++) if (errors[row]) trace.marks[row]! |= MARK.ERROR;
  markCriticalPath(trace);
  markSlow(trace);
  markRequirements(trace);
}

/** From the end backwards: in each row the last part below that ended before the one after it began. */
function markCriticalPath(trace: Trace): void {
  const { count, marks, start, end } = trace;
  const open = count > 0 ? [0] : [];
  for (let row = open.pop(); row !== undefined; row = open.pop()) {
    marks[row]! |= MARK.CRITICAL;
    let before = end[row]!;
    for (const child of childrenOf(trace, row).sort((a, b) => end[b]! - end[a]! || start[b]! - start[a]!)) {
      if (end[child]! > before || end[child] === start[child]) continue;
      open.push(child);
      before = start[child]!;
    }
  }
}

function markSlow(trace: Trace): void {
  const { count, name, kind, marks, texts } = trace;
  // Each step does something else.
  const step = texts.indexOf("run.step");
  const rows: number[] = [];
  for (let row = 0; row < count; row++) if (kind[row] === ROW.SPAN && name[row] !== step) rows.push(row);
  for (const peers of Map.groupBy(rows, (row) => name[row]!).values()) {
    if (peers.length < PEERS_MIN) continue;
    const sorted = Float64Array.from(peers, (row) => durationOf(trace, row)).sort();
    const limit = Math.max(
      sorted[Math.floor((sorted.length - 1) * SLOW_SHARE)]!,
      SLOW_FACTOR * sorted[Math.floor(sorted.length / 2)]!,
    );
    for (const row of peers) if (durationOf(trace, row) > limit) marks[row]! |= MARK.SLOW;
  }
}

function markRequirements(trace: Trace): void {
  const { count, kind, marks, size, requirement, requirements } = trace;
  for (let row = 0; row < count; row++) {
    if (kind[row] !== ROW.REQUIREMENT) continue;
    const { flags, reusedFromRunId } = requirements[requirement[row]!]!;
    const below = childrenOf(trace, row);
    const isRetried = below.slice(0, -1).some((child) => marks[child]! & MARK.ERROR);
    const ofAll = (flags.length > 0 ? MARK.FLAGGED : 0) | (reusedFromRunId === null ? 0 : MARK.REUSED);
    if (ofAll) for (let at = row; at < row + size[row]!; at++) marks[at]! |= ofAll;
    if (isRetried) for (const at of [row, ...below]) marks[at]! |= MARK.RETRIED;
  }
}
