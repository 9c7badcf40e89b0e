import { NO_TEXT, pairsOf, type SpanColumns } from "./span-columns.ts";
import { ROW, type TraceRequirement } from "./trace.ts";

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

export interface DraftedTrace {
  readonly draft: Draft;
  readonly root: number;
  /** Those of the run, and those that only the trace knows. */
  readonly requirements: readonly TraceRequirement[];
}

/** Hangs spans below their parents, with a row for each requirement and for what is known and not stored yet. */
export function draftTrace(spans: SpanColumns, about: TraceSurroundings): DraftedTrace {
  const requirements = [...about.requirements];
  const draft = draftRows(spans);
  const root = findRoot(spans, draft, about);
  const openSteps = addOpenSteps(spans, draft, about, root);
  linkParents(spans, draft, root, openSteps);
  breakCycles(draft.parent, root);
  groupByRequirement(spans, draft, requirements);
  addUnasked(spans, draft, requirements, root);
  return { draft, root, requirements };
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
