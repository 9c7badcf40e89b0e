import type { TraceSpan } from "@assay/contract";
import { spans } from "@assay/db";
import { and, asc, eq } from "drizzle-orm";
import type { Context } from "../tenancy/context.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { withRun } from "./read-runs.ts";

export interface RunTrace {
  readonly traceId: string;
  readonly rootSpanId: string;
  /** In the order in which they began. */
  readonly spans: TraceSpan[];
}

const KINDS = ["INTERNAL", "SERVER", "CLIENT", "PRODUCER", "CONSUMER"] as const;
const STATUSES = ["UNSET", "OK", "ERROR"] as const;

/** The spans of a run, as they were scrubbed when they were stored. */
export function readTrace(ctx: Context, runId: string): Promise<RunTrace> {
  requireRole(ctx, "ADMIN");
  return withRun(ctx, runId, async (tx, run) => {
    const rows = await tx
      .select()
      .from(spans)
      .where(and(eq(spans.tenantId, ctx.tenantId), eq(spans.traceId, run.traceId)))
      .orderBy(asc(spans.startedAt), asc(spans.spanId));
    return { traceId: run.traceId, rootSpanId: run.rootSpanId, spans: rows.map(toTraceSpan) };
  });
}

function toTraceSpan(row: typeof spans.$inferSelect): TraceSpan {
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
