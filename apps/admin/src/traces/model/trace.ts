import type { JudgedVerdict } from "@assay/site/verdict";

/** What a row of the tree represents. */
export const ROW = {
  SPAN: 0,
  /** The spans of one requirement, below the span that they share. */
  REQUIREMENT: 1,
  /** A span that is known and not stored yet: spans are stored when they end. */
  OPEN: 2,
} as const;

/** Bits of `marks`. */
export const MARK = { ERROR: 1, CRITICAL: 2, SLOW: 4, RETRIED: 8, FLAGGED: 16, REUSED: 32 } as const;
export type MarkName = keyof typeof MARK;

/** A requirement as the run judged it; a trace holds its code alone. */
export interface TraceRequirement {
  readonly code: string;
  readonly title: string | null;
  readonly verdict: JudgedVerdict | null;
  readonly flags: readonly string[];
  readonly reusedFromRunId: string | null;
}

/**
 * A trace in columns: what is at an index belongs to the row of that index. Rows are in pre-order, so the rows below
 * `row` are those up to `row + size[row]`. Times are milliseconds since `startedAtMs`. Row 0 is the root.
 */
export interface Trace {
  readonly traceId: string;
  readonly count: number;
  /** Stored spans among the rows. */
  readonly spanCount: number;
  readonly startedAtMs: number;
  readonly durationMs: number;
  /** Every name, key and value, once each. */
  readonly texts: readonly string[];
  readonly requirements: readonly TraceRequirement[];
  readonly kind: Uint8Array;
  /** The halves of the span's id; 0 for a requirement's row. */
  readonly idHigh: Uint32Array;
  readonly idLow: Uint32Array;
  readonly parent: Int32Array;
  readonly size: Uint32Array;
  readonly depth: Uint16Array;
  /** Into `texts`. */
  readonly name: Uint32Array;
  readonly start: Float64Array;
  readonly end: Float64Array;
  /** Not covered by a row below. */
  readonly own: Float64Array;
  /** Covered by a call of a model, the row's own or one below. */
  readonly model: Float64Array;
  /** Covered by work other than a model's; the rest of the row's time is waiting. */
  readonly work: Float64Array;
  /** 2 for a call of a model, 1 for other work, 0 for what only holds rows. */
  readonly activity: Uint8Array;
  /** What the span says, else the sum of the rows below. */
  readonly tokensIn: Float64Array;
  readonly tokensOut: Float64Array;
  readonly costUsd: Float64Array;
  /** Into `requirements`; -1 for a row of none. */
  readonly requirement: Int32Array;
  readonly marks: Uint8Array;
  /** The row's attributes are the pairs from `attributeFrom[row]` to `attributeFrom[row + 1]`. */
  readonly attributeFrom: Uint32Array;
  readonly attributeKey: Uint32Array;
  /** Into `texts`, where `attributeNumber` is NaN. */
  readonly attributeText: Uint32Array;
  readonly attributeNumber: Float64Array;
  /** The line of the flame view. */
  readonly flameLine: Uint32Array;
  readonly flameLines: number;
  /** Where nothing works: from, to, from, to … */
  readonly idle: Float64Array;
}

export const MODEL = 2;
export const WORK = 1;

/** The name of a row for the address: a span's id, or `requirement:` and its code. */
export function rowId(trace: Trace, row: number): string {
  if (trace.kind[row] === ROW.REQUIREMENT) return `requirement:${trace.requirements[trace.requirement[row]!]!.code}`;
  return hex(trace.idHigh[row]!) + hex(trace.idLow[row]!);
}

const hex = (half: number) => half.toString(16).padStart(8, "0");

/** The row of that name; -1 where there is none. */
export function findRow(trace: Trace, id: string): number {
  if (id.startsWith("requirement:")) {
    const code = id.slice("requirement:".length);
    const wanted = trace.requirements.findIndex((requirement) => requirement.code === code);
    if (wanted < 0) return -1;
    for (let row = 0; row < trace.count; row++)
      if (trace.kind[row] === ROW.REQUIREMENT && trace.requirement[row] === wanted) return row;
    return -1;
  }
  if (!/^[0-9a-f]{16}$/.test(id)) return -1;
  const high = Number.parseInt(id.slice(0, 8), 16);
  const low = Number.parseInt(id.slice(8), 16);
  for (let row = 0; row < trace.count; row++)
    if (trace.idLow[row] === low && trace.idHigh[row] === high && trace.kind[row] !== ROW.REQUIREMENT) return row;
  return -1;
}

/** The values of one attribute of a row. */
export function attributeValues(trace: Trace, row: number, key: string): (string | number)[] {
  return attributesOf(trace, row).find((attribute) => attribute.key === key)?.values ?? [];
}

/** The attributes of a row, by key. */
export function attributesOf(trace: Trace, row: number): { key: string; values: (string | number)[] }[] {
  const found = new Map<string, (string | number)[]>();
  for (let pair = trace.attributeFrom[row]!; pair < trace.attributeFrom[row + 1]!; pair++) {
    const key = trace.texts[trace.attributeKey[pair]!]!;
    const number = trace.attributeNumber[pair]!;
    const value = Number.isNaN(number) ? trace.texts[trace.attributeText[pair]!]! : number;
    const values = found.get(key);
    if (values) values.push(value);
    else found.set(key, [value]);
  }
  return [...found].map(([key, values]) => ({ key, values })).sort((a, b) => (a.key < b.key ? -1 : 1));
}

export const durationOf = (trace: Trace, row: number) => trace.end[row]! - trace.start[row]!;
export const waitingOf = (trace: Trace, row: number) =>
  Math.max(0, durationOf(trace, row) - trace.model[row]! - trace.work[row]!);

/** The rows above one, the root first. */
export function ancestorsOf(trace: Trace, row: number): number[] {
  const found: number[] = [];
  for (let at = trace.parent[row]!; at >= 0; at = trace.parent[at]!) found.unshift(at);
  return found;
}

/** The rows right below one, in the order in which they began. */
export function childrenOf(trace: Trace, row: number, max = Number.POSITIVE_INFINITY): number[] {
  const found: number[] = [];
  const end = row + trace.size[row]!;
  for (let at = row + 1; at < end && found.length < max; at += trace.size[at]!) found.push(at);
  return found;
}
