import { layOutFlame } from "./flame-layout.ts";
import { markRows } from "./mark-rows.ts";
import { measureTimes } from "./measure-times.ts";
import { NO_TEXT, type SpanColumns } from "./span-columns.ts";
import { sumUsage } from "./sum-usage.ts";
import { MODEL, ROW, type Trace, type TraceRequirement, WORK } from "./trace.ts";

/** What the run's own records add to its spans. */
export interface TraceSurroundings {
  readonly traceId: string;
  readonly rootSpanId: string;
  readonly startedAtMs: number;
  /** When the run ended; the present time while it is active. */
  readonly endedAtMs: number;
  /** The steps that have begun. */
  readonly steps: readonly { readonly name: string; readonly spanId: string; readonly startedAtMs: number }[];
  /** In pack order. */
  readonly requirements: readonly TraceRequirement[];
}

/** The rows while they are put together, in the order in which they were added. */
interface Draft {
  readonly parent: number[];
  readonly start: number[];
  readonly end: number[];
  readonly kind: number[];
  readonly name: number[];
  readonly idHigh: number[];
  readonly idLow: number[];
  readonly requirement: number[];
}

/** Puts spans into a tree with a row for each requirement, and measures what the views show of it. */
export function buildTrace(spans: SpanColumns, about: TraceSurroundings): Trace {
  const requirements = [...about.requirements];
  const draft = draftRows(spans);
  const root = findRoot(spans, draft, about);
  const openSteps = addOpenSteps(spans, draft, about, root);
  linkParents(spans, draft, root, openSteps);
  breakCycles(draft.parent, root);
  groupByRequirement(spans, draft, requirements);
  addUnasked(spans, draft, requirements, root);
  return finish(spans, draft, root, requirements, about);
}

function draftRows(spans: SpanColumns): Draft {
  return {
    parent: Array<number>(spans.count).fill(-1),
    start: Array.from(spans.start.take()),
    end: Array.from(spans.end.take()),
    kind: Array<number>(spans.count).fill(ROW.SPAN),
    name: Array.from(spans.name.take()),
    idHigh: Array.from(spans.idHigh.take()),
    idLow: Array.from(spans.idLow.take()),
    requirement: Array<number>(spans.count).fill(-1),
  };
}

function addRow(draft: Draft, row: { [K in keyof Draft]: number }): number {
  for (const key of Object.keys(draft) as (keyof Draft)[]) draft[key].push(row[key]);
  return draft.parent.length - 1;
}

function addOpen(spans: SpanColumns, draft: Draft, id: string, name: string, parent: number, about: [number, number]) {
  return addRow(draft, {
    parent,
    start: about[0],
    end: Math.max(...about),
    kind: ROW.OPEN,
    name: spans.intern(name),
    idHigh: Number.parseInt(id.slice(0, 8), 16),
    idLow: Number.parseInt(id.slice(8), 16),
    requirement: -1,
  });
}

function findRoot(spans: SpanColumns, draft: Draft, { rootSpanId, startedAtMs, endedAtMs }: TraceSurroundings) {
  const stored = spans.rowOf.get(rootSpanId);
  return stored ?? addOpen(spans, draft, rootSpanId, "run", -1, [startedAtMs, endedAtMs]);
}

function addOpenSteps(spans: SpanColumns, draft: Draft, { steps, endedAtMs }: TraceSurroundings, root: number) {
  const open = new Map<string, number>();
  for (const { spanId, name, startedAtMs } of steps)
    if (!spans.rowOf.has(spanId)) open.set(spanId, addOpen(spans, draft, spanId, name, root, [startedAtMs, endedAtMs]));
  return open;
}

/** A span whose parent is not there hangs below the root. */
function linkParents(spans: SpanColumns, draft: Draft, root: number, openSteps: ReadonlyMap<string, number>): void {
  for (let row = 0; row < spans.count; row++) {
    if (row === root) continue;
    const id = spans.parentId[row] ?? "";
    draft.parent[row] = spans.rowOf.get(id) ?? openSteps.get(id) ?? root;
  }
}

/** Rows of which none leads to the root are hung below it. */
function breakCycles(parent: number[], root: number): void {
  const seenBy = new Int32Array(parent.length).fill(-1);
  seenBy[root] = root;
  for (let row = 0; row < parent.length; row++) {
    let at = row;
    while (seenBy[at] === -1) {
      seenBy[at] = row;
      const next = parent[at]!;
      if (next >= 0 && seenBy[next] === row) parent[at] = root;
      at = parent[at]!;
    }
  }
}

function groupByRequirement(spans: SpanColumns, draft: Draft, requirements: TraceRequirement[]): void {
  const indexOf = new Map(requirements.map(({ code }, index) => [code, index]));
  const codes = spans.code.take();
  const groups = new Map<string, number>();
  for (let row = 0; row < spans.count; row++) {
    const code = codes[row]!;
    if (code === NO_TEXT) continue;
    const text = spans.texts[code]!;
    let index = indexOf.get(text);
    if (index === undefined) {
      index = requirements.push(unknownRequirement(text)) - 1;
      indexOf.set(text, index);
    }
    draft.requirement[row] = index;
    const parent = draft.parent[row]!;
    if (parent < 0 || (parent < spans.count && codes[parent] === code)) continue;
    const key = `${parent} ${code}`;
    let group = groups.get(key);
    if (group === undefined) {
      group = addRequirement(draft, { parent, index, name: code, at: draft.start[row]! });
      groups.set(key, group);
    }
    draft.end[group] = Math.max(draft.end[group]!, draft.end[row]!);
    draft.parent[row] = group;
  }
}

function unknownRequirement(code: string): TraceRequirement {
  return { code, title: null, verdict: null, flags: [], reusedFromRunId: null };
}

interface NewRequirement {
  readonly parent: number;
  readonly index: number;
  readonly name: number;
  readonly at: number;
}

function addRequirement(draft: Draft, { parent, index, name, at }: NewRequirement): number {
  const none = { idHigh: 0, idLow: 0 };
  return addRow(draft, { ...none, parent, start: at, end: at, kind: ROW.REQUIREMENT, name, requirement: index });
}

/** Verdicts without a span: runs of earlier releases recorded none where no model was asked. */
function addUnasked(spans: SpanColumns, draft: Draft, requirements: readonly TraceRequirement[], root: number): void {
  if (spans.count === 0) return;
  const seen = new Set(draft.requirement);
  const step = findAssessmentStep(spans, draft) ?? root;
  for (const [index, { code, verdict }] of requirements.entries())
    if (verdict !== null && !seen.has(index))
      addRequirement(draft, { parent: step, index, name: spans.intern(code), at: draft.end[step]! });
}

function findAssessmentStep(spans: SpanColumns, draft: Draft): number | undefined {
  const wanted = spans.intern("ASSESSMENT");
  const key = spans.intern("step.name");
  const name = spans.intern("run.step");
  for (let row = 0; row < draft.parent.length; row++) {
    if (draft.kind[row] === ROW.OPEN && draft.name[row] === wanted) return row;
    if (draft.kind[row] === ROW.SPAN && draft.name[row] === name && hasPair(spans, row, key, wanted)) return row;
  }
  return undefined;
}

function hasPair(spans: SpanColumns, row: number, key: number, text: number): boolean {
  const [from, to] = pairsOf(spans, row);
  const [keys, texts] = [spans.attributeKey.take(), spans.attributeText.take()];
  for (let pair = from; pair < to; pair++) if (keys[pair] === key && texts[pair] === text) return true;
  return false;
}

function pairsOf(spans: SpanColumns, row: number): [from: number, to: number] {
  const from = spans.attributeFrom.take();
  return [from[row]!, row + 1 < spans.count ? from[row + 1]! : spans.attributeKey.length];
}

/** The columns are filled one after the other. */
type Mutable = { -readonly [K in keyof Trace]: Trace[K] };

function finish(
  spans: SpanColumns,
  draft: Draft,
  root: number,
  requirements: readonly TraceRequirement[],
  { traceId }: TraceSurroundings,
): Trace {
  const count = draft.parent.length;
  const byStart = Uint32Array.from({ length: count }, (_, row) => row).sort(
    (a, b) => draft.start[a]! - draft.start[b]! || draft.end[b]! - draft.end[a]! || a - b,
  );
  const { order, position, size, depth } = orderRows(draft.parent, byStart, root);
  const startedAtMs = draft.start.reduce((least, each) => Math.min(least, each), Number.POSITIVE_INFINITY);
  const lastMs = draft.end.reduce((most, each) => Math.max(most, each), startedAtMs);
  const trace: Mutable = {
    traceId,
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

/** Pre-order, siblings in the order in which they began. */
function orderRows(parent: readonly number[], byStart: Uint32Array, root: number) {
  const count = parent.length;
  const childFrom = new Uint32Array(count + 1);
  for (const each of parent) if (each >= 0) childFrom[each + 1]! += 1;
  for (let row = 0; row < count; row++) childFrom[row + 1]! += childFrom[row]!;
  const next = childFrom.slice(0, count);
  const children = new Uint32Array(count);
  for (const row of byStart) if (row !== root) children[next[parent[row]!]!++] = row;

  const order = new Uint32Array(count);
  const position = new Uint32Array(count);
  const depth = new Uint16Array(count);
  const stack = [root];
  for (let at = 0; stack.length > 0; at++) {
    const row = stack.pop()!;
    order[at] = row;
    position[row] = at;
    if (row !== root) depth[at] = Math.min(65_535, depth[position[parent[row]!]!]! + 1);
    for (let child = childFrom[row + 1]! - 1; child >= childFrom[row]!; child--) stack.push(children[child]!);
  }
  const size = new Uint32Array(count).fill(1);
  for (let at = count - 1; at > 0; at--) size[position[parent[order[at]!]!]!]! += size[at]!;
  return { order, position, size, depth };
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
