import { type Context, inTenant } from "@assay/core/tenancy";
import { assessments, newId, runs, snapshots } from "@assay/db";
import { and, eq } from "drizzle-orm";
import { newSpanId, newTraceId } from "../../src/telemetry/span.ts";

/** Puts in a captured run with the verdicts and the snapshot of another one, without doing its work; returns its id. */
export function copyRun(ctx: Context, runId: string): Promise<string> {
  const { tenantId } = ctx;
  const ofRun = (table: typeof assessments | typeof snapshots) =>
    and(eq(table.tenantId, tenantId), eq(table.runId, runId));
  return inTenant(ctx, async (tx) => {
    const id = newId();
    const isCopy = and(eq(runs.tenantId, tenantId), eq(runs.id, id));
    const [run] = await tx
      .select()
      .from(runs)
      .where(and(eq(runs.tenantId, tenantId), eq(runs.id, runId)));
    const open = { status: "IN_PROGRESS", snapshotStatus: "PENDING", completedAt: null } as const;
    await tx.insert(runs).values({ ...run!, id, ...open, traceId: newTraceId(), rootSpanId: newSpanId() });
    const verdicts = await tx.select().from(assessments).where(ofRun(assessments));
    await tx.insert(assessments).values(verdicts.map((each) => ({ ...each, id: newId(), runId: id })));
    const { status, snapshotStatus, completedAt } = run!;
    await tx.update(runs).set({ status, completedAt }).where(isCopy);
    const [snapshot] = await tx.select().from(snapshots).where(ofRun(snapshots));
    await tx.insert(snapshots).values({ ...snapshot!, id: newId(), runId: id });
    await tx.update(runs).set({ snapshotStatus }).where(isCopy);
    return id;
  });
}
