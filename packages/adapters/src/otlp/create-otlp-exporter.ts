import { SpanExportError, type SpanExporter } from "@assay/core/ports";
import { scrubAttributes, scrubText } from "@assay/core/telemetry";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { toReadableSpan } from "./to-readable-span.ts";

const BATCH_SIZE_MAX = 256;
/** What a collector answers when it will not take a request, however often it is sent. */
const REFUSALS = new Set([400, 413, 422]);

export interface OtlpSettings {
  /** The collector's base address; spans go to `/v1/traces` below it. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Of the resource: `service.name` and `service.version`. */
  readonly resource: Readonly<Record<string, string>>;
}

/** Sends spans as OTLP/HTTP with JSON. */
export function createOtlpExporter({ endpoint, headers, timeoutMs, resource }: OtlpSettings): SpanExporter {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, "")}/v1/traces`,
    headers: { ...headers },
    timeoutMillis: timeoutMs,
  });
  const scrubbedResource = resourceFromAttributes(scrubAttributes(resource));
  const version = resource["service.version"];
  const scope = { name: "assay", ...(version !== undefined && { version: scrubText(version) }) };
  return {
    batchSizeMax: BATCH_SIZE_MAX,
    export(spans) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      exporter.export(
        spans.map((span) => toReadableSpan(span, scrubbedResource, scope)),
        ({ code, error }) => {
          if (code === 0) return resolve();
          const status = statusOf(error);
          reject(new SpanExportError({ refused: status !== undefined && REFUSALS.has(status), status }));
        },
      );
      return promise;
    },
    // A request under way ends by its own time limit; nobody waits for it.
    close: async () => void exporter.shutdown().catch(() => {}),
  };
}

function statusOf(error: Error | undefined): number | undefined {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === "number" ? code : undefined;
}
