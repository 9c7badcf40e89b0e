import { createOtlpExporter } from "@assay/adapters/otlp";
import { SpanExportError } from "@assay/core/ports";
import { startSpanExport } from "@assay/core/telemetry";
import type { Database } from "@assay/db";
import type { Config } from "./config.ts";
import { describeError, type Logger } from "./logger.ts";
import { VERSION } from "./version.ts";

/** Sends spans to the configured collector. Returns undefined where there is none: spans then stay in the database. */
export function startConfiguredSpanExport(
  config: Config,
  { db, logger }: { db: Database; logger: Logger },
): { stop(): Promise<void> } | undefined {
  if (!config.OTEL_EXPORTER_OTLP_ENDPOINT) return undefined;
  const exporter = createOtlpExporter({
    endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT,
    headers: config.OTEL_EXPORTER_OTLP_HEADERS,
    timeoutMs: config.limits.spanExportTimeoutMs,
    resource: { "service.name": "assay", "service.version": VERSION },
  });
  return startSpanExport({
    db,
    exporter,
    everyMs: config.limits.spanExportEveryMs,
    retryMaxMs: config.limits.spanExportRetryMaxMs,
    onFailure: (error, failures) =>
      logger.error("telemetry.export_failed", {
        failures,
        ...(error instanceof SpanExportError
          ? { status: error.status ?? null, refused: error.refused }
          : describeError(error)),
      }),
  });
}
