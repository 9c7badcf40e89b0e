import { draftTrace, type TraceSurroundings } from "./draft-trace.ts";
import { layOutFlame } from "./flame-layout.ts";
import { markRows } from "./mark-rows.ts";
import { measureTimes } from "./measure-times.ts";
import { orderRows } from "./order-rows.ts";
import { pairsOf, type SpanColumns } from "./span-columns.ts";
import { sumUsage } from "./sum-usage.ts";
import { MODEL, type Trace, WORK } from "./trace.ts";

/** The columns are filled one after the other. */
type Mutable = { -readonly [K in keyof Trace]: Trace[K] };

/** Puts spans into a tree with a row for each requirement, and measures what the views show of it. */
export function buildTrace(spans: SpanColumns, about: TraceSurroundings): Trace {
  const { draft, root, requirements } = draftTrace(spans, about);
  const count = draft.parent.length;
  const byStart = Uint32Array.from({ length: count }, (_, row) => row).sort(
    (a, b) => draft.start[a]! - draft.start[b]! || draft.end[b]! - draft.end[a]! || a - b,
  );
  const { order, position, size, depth } = orderRows(draft.parent, byStart, root);
  const startedAtMs = draft.start.reduce((least, each) => Math.min(least, each), Number.POSITIVE_INFINITY);
  const lastMs = draft.end.reduce((most, each) => Math.max(most, each), startedAtMs);
  const trace: Mutable = {
    traceId: about.traceId,
    count,
    spanCount: spans.count,
    startedAtMs,
    durationMs: lastMs - startedAtMs,
    texts: spans.texts,
    requirements,
    kind: Uint8Array.from(order, (row) => draft.kind[row]!),
    idHigh: Uint32Array.from(order, (row) => draft.idHigh[row]!),
    idLow: Uint32Array.from(order, (row) => draft.idLow[row]!),
    parent: Int32Array.from(order, (row) => (row === root ? -1 : position[draft.parent[row]!]!)),
    size,
    depth,
    name: Uint32Array.from(order, (row) => draft.name[row]!),
    start: Float64Array.from(order, (row) => draft.start[row]! - startedAtMs),
    end: Float64Array.from(order, (row) => draft.end[row]! - startedAtMs),
    own: new Float64Array(count),
    model: new Float64Array(count),
    work: new Float64Array(count),
    activity: activities(spans, order, size),
    tokensIn: new Float64Array(count),
    tokensOut: new Float64Array(count),
    costUsd: new Float64Array(count),
    requirement: Int32Array.from(order, (row) => draft.requirement[row]!),
    marks: new Uint8Array(count),
    ...orderAttributes(spans, order),
    flameLine: new Uint32Array(count),
    flameLines: 0,
    idle: new Float64Array(0),
  };
  for (let row = 1; row < count; row++)
    if (trace.requirement[row]! < 0) trace.requirement[row] = trace.requirement[trace.parent[row]!]!;
  trace.idle = measureTimes(
    trace,
    byStart.map((row) => position[row]!),
  );
  sumUsage(trace);
  markRows(
    trace,
    Uint8Array.from(order, (row) => (row < spans.count ? spans.error.take()[row]! : 0)),
  );
  trace.flameLines = layOutFlame(trace);
  return trace;
}

function activities(spans: SpanColumns, order: Uint32Array, size: Uint32Array): Uint8Array {
  const [run, step, model] = [spans.intern("run"), spans.intern("run.step"), spans.intern("llm.model")];
  const [names, client, keys] = [spans.name.take(), spans.client.take(), spans.attributeKey.take()];
  return Uint8Array.from(order, (row, at) => {
    if (row >= spans.count) return 0;
    const [from, to] = pairsOf(spans, row);
    if (client[row] && keys.subarray(from, to).includes(model)) return MODEL;
    const holdsOnly = size[at]! > 1 && (names[row] === run || names[row] === step);
    return holdsOnly ? 0 : WORK;
  });
}

function orderAttributes(spans: SpanColumns, order: Uint32Array) {
  const pairs = spans.attributeKey.length;
  const [keys, texts, numbers] = [spans.attributeKey.take(), spans.attributeText.take(), spans.attributeNumber.take()];
  const attributeFrom = new Uint32Array(order.length + 1);
  const attributeKey = new Uint32Array(pairs);
  const attributeText = new Uint32Array(pairs);
  const attributeNumber = new Float64Array(pairs);
  let filled = 0;
  for (const [at, row] of order.entries()) {
    attributeFrom[at] = filled;
    if (row >= spans.count) continue;
    const [from, to] = pairsOf(spans, row);
    attributeKey.set(keys.subarray(from, to), filled);
    attributeText.set(texts.subarray(from, to), filled);
    attributeNumber.set(numbers.subarray(from, to), filled);
    filled += to - from;
  }
  attributeFrom[order.length] = filled;
  return { attributeFrom, attributeKey, attributeText, attributeNumber };
}
