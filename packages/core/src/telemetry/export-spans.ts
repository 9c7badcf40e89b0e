import { type Database, spans } from "@assay/db";
import { and, asc, inArray, isNull, sql } from "drizzle-orm";
import { type ExportableSpan, SpanExportError, type SpanExporter } from "../ports/span-exporter.ts";
import { inSystem } from "../tenancy/transact.ts";

const REFUSED_MAX = 1000;

export interface SpanExportOptions {
  readonly db: Database;
  readonly exporter: SpanExporter;
  /** Pause while there is nothing to send; also the first pause after a failure, which doubles with each further one. */
  readonly everyMs: number;
  readonly retryMaxMs: number;
  /** Called after each failure, for the log. */
  onFailure(error: unknown, failures: number): void;
}

/**
 * Sends stored spans to a collector, oldest first, for as long as the process lives. A span counts as sent when the
 * collector said so: one that is down or slow delays spans and nothing else, and a crash may send some twice.
 */
export function startSpanExport(options: SpanExportOptions): { stop(): Promise<void> } {
  const stopping = Promise.withResolvers<"stopped">();
  let stopped = false;
  const done = run(options, stopping.promise, () => stopped);
  return {
    async stop() {
      stopped = true;
      stopping.resolve("stopped");
      await done;
      await options.exporter.close();
    },
  };
}

async function run(
  { db, exporter, everyMs, retryMaxMs, onFailure }: SpanExportOptions,
  stopping: Promise<"stopped">,
  isStopped: () => boolean,
): Promise<void> {
  // What the collector refuses by itself is passed over, so that it holds up nothing behind it, and tried again later.
  const refused = new Set<string>();
  let size = exporter.batchSizeMax;
  let failures = 0;
  while (!isStopped()) {
    let batch: ExportableSpan[] = [];
    let pauseMs = everyMs;
    try {
      batch = (await listUnexported(db, size + refused.size))
        .filter((span) => !refused.has(keyOf(span)))
        .slice(0, size);
      if (batch.length > 0) {
        if ((await Promise.race([exporter.export(batch), stopping])) === "stopped") return;
        await markExported(db, batch);
        if (batch.length === size) pauseMs = 0;
        size = Math.min(exporter.batchSizeMax, size * 2);
      } else if (refused.size > 0) {
        refused.clear();
        pauseMs = retryMaxMs;
      }
      failures = 0;
    } catch (error) {
      failures += 1;
      pauseMs = Math.min(retryMaxMs, everyMs * 2 ** (failures - 1));
      if (error instanceof SpanExportError && error.refused) {
        if (batch.length === 1 && refused.size < REFUSED_MAX) refused.add(keyOf(batch[0]!));
        size = Math.max(1, Math.floor(batch.length / 2));
      }
      onFailure(error, failures);
    }
    await pause(pauseMs, stopping);
  }
}

const keyOf = ({ traceId, spanId }: ExportableSpan) => `${traceId}/${spanId}`;

function listUnexported(db: Database, limit: number): Promise<ExportableSpan[]> {
  return inSystem(db, (tx) =>
    tx
      .select({
        traceId: spans.traceId,
        spanId: spans.spanId,
        parentSpanId: spans.parentSpanId,
        name: spans.name,
        kind: spans.kind,
        statusCode: spans.statusCode,
        startedAt: spans.startedAt,
        endedAt: spans.endedAt,
        attributes: spans.attributes,
      })
      .from(spans)
      .where(isNull(spans.exportedAt))
      .orderBy(asc(spans.endedAt), asc(spans.traceId), asc(spans.spanId))
      .limit(limit),
  );
}

function markExported(db: Database, batch: readonly ExportableSpan[]): Promise<void> {
  return inSystem(db, async (tx) => {
    await tx
      .update(spans)
      .set({ exportedAt: sql`now()` })
      .where(
        and(
          isNull(spans.exportedAt),
          inArray(spans.traceId, [...new Set(batch.map(({ traceId }) => traceId))]),
          inArray(
            spans.spanId,
            batch.map(({ spanId }) => spanId),
          ),
        ),
      );
  });
}

async function pause(ms: number, stopping: Promise<unknown>): Promise<void> {
  if (ms === 0) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const elapsed = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([elapsed, stopping]);
  clearTimeout(timer);
}
