import { join } from "node:path";
import type { Run } from "@assay/contract";
import { inTenant } from "@assay/core/tenancy";
import { insertInBatches, oneRow, runSteps, spans } from "@assay/db";
import { connectEmbedded } from "@assay/db/connect";
import { makeSpans } from "@assay/testing/make-spans";
import { and, count, eq } from "drizzle-orm";

const KINDS = ["INTERNAL", "SERVER", "CLIENT", "PRODUCER", "CONSUMER"] as const;
const STATUSES = ["UNSET", "OK", "ERROR"] as const;
const BATCH = 2000;

/** Fills a run's trace up to `total` spans, as an engine would that had to try often. The service must not run. */
export async function addSpans(dir: string, run: Run, codes: readonly string[], total: number): Promise<void> {
  const { db, close } = await connectEmbedded({ dataDir: join(dir, "postgres") });
  try {
    const scope = { db, tenantId: run.tenantId };
    const step = oneRow(
      await inTenant(scope, (tx) =>
        tx
          .select()
          .from(runSteps)
          .where(
            and(eq(runSteps.tenantId, run.tenantId), eq(runSteps.runId, run.id), eq(runSteps.stepName, "ASSESSMENT")),
          ),
      ),
    );
    const stored = oneRow(
      await inTenant(scope, (tx) =>
        tx
          .select({ spans: count() })
          .from(spans)
          .where(and(eq(spans.tenantId, run.tenantId), eq(spans.traceId, run.traceId))),
      ),
    );
    const made = makeSpans({
      tenantId: run.tenantId,
      runId: run.id,
      stepSpanId: step.spanId!,
      startedAt: step.startedAt!,
      endedAt: step.completedAt!,
      codes,
      count: Math.max(0, total - stored.spans),
    });
    for (let batch = nextOf(made); batch.length > 0; batch = nextOf(made))
      await inTenant(scope, (tx) =>
        insertInBatches(
          tx,
          spans,
          batch.map(({ kind, status, startedAt, endedAt, ...span }) => ({
            ...span,
            tenantId: run.tenantId,
            traceId: run.traceId,
            runId: run.id,
            kind: KINDS.indexOf(kind),
            statusCode: STATUSES.indexOf(status),
            startedAt: new Date(startedAt),
            endedAt: new Date(endedAt),
          })),
        ),
      );
  } finally {
    await close();
  }
}

function nextOf<T>(values: Iterator<T>): T[] {
  const batch: T[] = [];
  while (batch.length < BATCH) {
    const { done, value } = values.next();
    if (done) break;
    batch.push(value);
  }
  return batch;
}
