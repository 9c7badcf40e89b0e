import type { TraceSpan } from "@assay/client/admin";
import { buildTrace } from "../../../src/traces/model/build-trace.ts";
import type { TraceSurroundings } from "../../../src/traces/model/draft-trace.ts";
import { SpanColumns } from "../../../src/traces/model/span-columns.ts";
import { ROW, type Trace } from "../../../src/traces/model/trace.ts";

export const BEGAN = Date.parse("2026-01-01T00:00:00.000Z");

export interface GivenSpan {
  id: number;
  /** 0 is no parent. */
  below?: number;
  name?: string;
  from: number;
  to: number;
  /** Of a model's call. */
  model?: boolean;
  error?: string;
  code?: string;
  step?: string;
  tokens?: number;
  attributes?: TraceSpan["attributes"];
}

export const spanId = (id: number) => id.toString(16).padStart(16, "0");

function toSpan({ id, below = 0, name, from, to, model, error, code, step, tokens, attributes }: GivenSpan): TraceSpan {
  return {
    spanId: spanId(id),
    parentSpanId: below ? spanId(below) : null,
    name: name ?? (id === 1 ? "run" : model ? "assessment.model_call" : step ? "run.step" : "assessment"),
    kind: model ? "CLIENT" : "INTERNAL",
    status: error ? "ERROR" : "OK",
    startedAt: new Date(BEGAN + from).toISOString(),
    endedAt: new Date(BEGAN + to).toISOString(),
    attributes: {
      ...(model && { "llm.model": "m1" }),
      ...(error && { "error.type": error }),
      ...(code && { "requirement.codes": [code] }),
      ...(step && { "step.name": step }),
      ...(tokens && { "llm.tokens.in": tokens, "llm.tokens.out": 1, "llm.cost.usd": tokens / 1000 }),
      ...attributes,
    },
  };
}

export function makeTrace(spans: readonly GivenSpan[], about: Partial<TraceSurroundings> = {}): Trace {
  const columns = new SpanColumns();
  const ordered = spans
    .map(toSpan)
    .sort((a, b) => (`${a.startedAt}${a.spanId}` < `${b.startedAt}${b.spanId}` ? -1 : 1));
  for (let at = 0; at < ordered.length; at += 3) columns.add(ordered.slice(at, at + 3));
  return buildTrace(columns, {
    traceId: "0".repeat(32),
    rootSpanId: spanId(1),
    startedAtMs: BEGAN,
    endedAtMs: BEGAN + 1000,
    steps: [],
    requirements: [],
    ...about,
  });
}

export const requirement = (code: string, more: Partial<Trace["requirements"][number]> = {}) => ({
  code,
  title: `Title of ${code}`,
  verdict: null,
  flags: [],
  reusedFromRunId: null,
  ...more,
});

/** The tree as text: two spaces for each level, requirements in brackets, open rows with a question mark. */
export function outline(
  trace: Trace,
  rows: Iterable<number> = Array.from({ length: trace.count }, (_, row) => row),
): string[] {
  return Array.from(rows, (row) => {
    const name = trace.texts[trace.name[row]!]!;
    const shown =
      trace.kind[row] === ROW.REQUIREMENT
        ? `[${name}]`
        : trace.kind[row] === ROW.OPEN
          ? `${name}?`
          : `${trace.idLow[row]}`;
    return "  ".repeat(trace.depth[row]!) + shown;
  });
}

/** The row of a span. */
export function rowOf(trace: Trace, id: number): number {
  return trace.idLow.findIndex((low, row) => low === id && trace.kind[row] !== ROW.REQUIREMENT);
}

/** A run with two requirements: the first is retried after a pause in which nothing works. */
export const RETRIED: readonly GivenSpan[] = [
  { id: 1, from: 0, to: 1000 },
  { id: 2, below: 1, step: "INGESTION", from: 0, to: 100 },
  { id: 3, below: 1, step: "ASSESSMENT", from: 100, to: 1000 },
  { id: 4, below: 3, code: "A.1", from: 100, to: 200, error: "MODEL_TIMEOUT" },
  { id: 5, below: 4, code: "A.1", model: true, from: 110, to: 200, error: "MODEL_TIMEOUT" },
  { id: 6, below: 3, code: "A.2", from: 150, to: 300 },
  { id: 7, below: 6, code: "A.2", model: true, from: 160, to: 290, tokens: 10 },
  { id: 8, below: 3, code: "A.1", from: 800, to: 1000 },
  { id: 9, below: 8, code: "A.1", model: true, from: 820, to: 980, tokens: 20 },
];
