import type { ExportableSpan } from "@assay/core/ports";
import { scrubAttributes, scrubText } from "@assay/core/telemetry";
import { type HrTime, type SpanContext, TraceFlags } from "@opentelemetry/api";
import type { Resource } from "@opentelemetry/resources";
import type { ReadableSpan } from "@opentelemetry/sdk-trace";

/** The SDK's form of a stored span. Events, links and the text of the status are omitted whole. */
export function toReadableSpan(
  span: ExportableSpan,
  resource: Resource,
  instrumentationScope: ReadableSpan["instrumentationScope"],
): ReadableSpan {
  const context = contextOf(span.traceId, span.spanId);
  return {
    name: scrubText(span.name),
    kind: span.kind,
    spanContext: () => context,
    ...(span.parentSpanId ? { parentSpanContext: contextOf(span.traceId, span.parentSpanId) } : {}),
    startTime: toHrTime(span.startedAt.getTime()),
    endTime: toHrTime(span.endedAt.getTime()),
    duration: toHrTime(span.endedAt.getTime() - span.startedAt.getTime()),
    status: { code: span.statusCode },
    attributes: scrubAttributes(span.attributes),
    links: [],
    events: [],
    ended: true,
    resource,
    instrumentationScope,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

function contextOf(traceId: string, spanId: string): SpanContext {
  return { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: false };
}

function toHrTime(ms: number): HrTime {
  const length = Math.max(0, ms);
  return [Math.floor(length / 1000), (length % 1000) * 1_000_000];
}
