import type { Timestamp } from "../types.ts";

export interface TraceSpan {
  /** 16 hexadecimal digits. */
  spanId: string;
  /** Null for the root. The parent may be missing while the run is active: a span is stored when it ends. */
  parentSpanId: string | null;
  name: string;
  kind: "INTERNAL" | "SERVER" | "CLIENT" | "PRODUCER" | "CONSUMER";
  status: "UNSET" | "OK" | "ERROR";
  startedAt: Timestamp;
  endedAt: Timestamp;
  /** Scrubbed: never with evidence. */
  attributes: Record<string, string | number | boolean | string[]>;
}

export interface TraceHeader {
  traceId: string;
  rootSpanId: string;
  /** How many spans are stored; a run that is under way may add some. */
  total: number;
}

export interface Trace {
  traceId: string;
  rootSpanId: string;
  spans: TraceSpan[];
}
