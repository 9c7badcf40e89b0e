import type { TraceHeader, TraceSpan } from "@assay/contract";
import { oneRow, spans } from "@assay/db";
import { and, asc, count, eq, sql } from "drizzle-orm";
import type { Context } from "../tenancy/context.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inTenant } from "../tenancy/transact.ts";
import { withRun } from "./read-runs.ts";

export interface RunTrace extends TraceHeader {
  /** In the order in which they began. Each batch is read in a transaction of its own, when it is asked for. */
  readonly batches: AsyncGenerator<TraceSpan[], undefined>;
}

const BATCH_SIZE = 1000;
const KINDS = ["INTERNAL", "SERVER", "CLIENT", "PRODUCER", "CONSUMER"] as const;
const STATUSES = ["UNSET", "OK", "ERROR"] as const;

type SpanRow = typeof spans.$inferSelect;

/** The spans of a run, as they were scrubbed when they were stored. `total` counts those that are at the start. */
export function readTrace(ctx: Context, runId: string): Promise<RunTrace> {
  requireRole(ctx, "ADMIN");
  return withRun(ctx, runId, async (tx, { traceId, rootSpanId }) => {
    const counted = oneRow(await tx.select({ total: count() }).from(spans).where(ofTrace(ctx, traceId)));
    return { traceId, rootSpanId, total: counted.total, batches: readBatches(ctx, traceId) };
  });
}

async function* readBatches(ctx: Context, traceId: string): RunTrace["batches"] {
  let last: SpanRow | undefined;
  do {
    const after =
      last &&
      sql`(${spans.startedAt}, ${spans.spanId}) > (${last.startedAt.toISOString()}::timestamptz, ${last.spanId})`;
    const rows = await inTenant(ctx, (tx) =>
      tx
        .select()
        .from(spans)
        .where(and(ofTrace(ctx, traceId), after))
        .orderBy(asc(spans.startedAt), asc(spans.spanId))
        .limit(BATCH_SIZE),
    );
    if (rows.length > 0) yield rows.map(toTraceSpan);
    last = rows.length === BATCH_SIZE ? rows.at(-1) : undefined;
  } while (last);
}

function ofTrace({ tenantId }: Context, traceId: string) {
  return and(eq(spans.tenantId, tenantId), eq(spans.traceId, traceId));
}

function toTraceSpan(row: SpanRow): TraceSpan {
  return {
    spanId: row.spanId,
    parentSpanId: row.parentSpanId,
    name: row.name,
    kind: KINDS[row.kind] ?? "INTERNAL",
    status: STATUSES[row.statusCode] ?? "UNSET",
    startedAt: row.startedAt.toISOString(),
    endedAt: row.endedAt.toISOString(),
    attributes: row.attributes,
  };
}
