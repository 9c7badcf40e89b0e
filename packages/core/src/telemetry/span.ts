import { insertWhere, spans, type Transaction } from "@assay/db";
import { type SpanContext, SpanKind, SpanStatusCode, TraceFlags } from "@opentelemetry/api";
import { type SQL, sql } from "drizzle-orm";
import { scrubAttributes, scrubText } from "./scrub.ts";

/** A finished span. Ids may be pinned long before it ends, so that spans of many deliveries join into one trace. */
export interface SpanRecord {
  readonly context: SpanContext;
  readonly parentSpanId: string | null;
  readonly runId: string | null;
  /** From the closed list of names, without variable parts. */
  readonly name: SpanName;
  readonly kind?: SpanKind;
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly attributes: Readonly<Record<string, unknown>>;
}

export type SpanName =
  | "run"
  | "run.step"
  | "assessment"
  | "assessment.model_call"
  | "assessment.model_probe"
  | "assessment.meaning_check"
  | "document.stage";

export function newTraceId(): string {
  return randomHex(16);
}

export function newSpanId(): string {
  return randomHex(8);
}

export function spanContext(traceId: string, spanId: string): SpanContext {
  return { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: false };
}

/** Keeps spans for the trace viewer, scrubbed on the way in; a span that is there already stays as it is. */
export async function recordSpans(tx: Transaction, tenantId: string, records: readonly SpanRecord[]): Promise<void> {
  if (records.length === 0) return;
  await tx.insert(spans).values(toSpanRows(tenantId, records)).onConflictDoNothing();
}

/** As `recordSpans`, as a part of another statement: for what is recorded only where its condition holds. */
export function recordSpansWhere(tenantId: string, records: readonly SpanRecord[], condition: SQL): SQL {
  return sql`${insertWhere(spans, toSpanRows(tenantId, records), condition)} on conflict do nothing`;
}

function toSpanRows(tenantId: string, records: readonly SpanRecord[]): (typeof spans.$inferInsert)[] {
  return records.map((record) => ({
    tenantId,
    traceId: record.context.traceId,
    spanId: record.context.spanId,
    parentSpanId: record.parentSpanId,
    runId: record.runId,
    name: scrubText(record.name),
    kind: record.kind ?? SpanKind.INTERNAL,
    statusCode: record.attributes["error.type"] === undefined ? SpanStatusCode.OK : SpanStatusCode.ERROR,
    startedAt: record.startedAt,
    endedAt: record.endedAt,
    attributes: scrubAttributes({
      ...record.attributes,
      "tenant.id": tenantId,
      "latency.ms": record.endedAt.getTime() - record.startedAt.getTime(),
    }),
  }));
}

function randomHex(byteLength: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(byteLength));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
