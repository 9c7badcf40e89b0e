import { canonicalJson } from "@assay/contract";
import { recordAudit } from "@assay/core/audit";
import { sha256Hex } from "@assay/core/digest";
import { type Context, inTenant } from "@assay/core/tenancy";
import { assessments, newId, runs, snapshots } from "@assay/db";
import { and, eq } from "drizzle-orm";
import { cutReplay } from "../../src/runs/steps/snapshot/build-snapshot.ts";
import { hashRunEgress } from "../../src/sealed/index.ts";
import { newSpanId, newTraceId } from "../../src/telemetry/span.ts";

/** Puts in a captured run with the verdicts of another one, without its tasks and exports and its work; returns its id. */
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
    const copies = new Map(verdicts.map((each) => [each.id, newId()]));
    await tx.insert(assessments).values(verdicts.map((each) => ({ ...each, id: copies.get(each.id)!, runId: id })));
    const { status, snapshotStatus, completedAt } = run!;
    await tx.update(runs).set({ status, completedAt }).where(isCopy);
    const end = run!.egress ? { egressHash: await hashRunEgress(run!.egress) } : {};
    await recordAudit(tx, ctx, { action: "run.completed", objectType: "run", objectId: id, runId: id, details: end });
    const [snapshot] = await tx.select().from(snapshots).where(ofRun(snapshots));
    const sealed = JSON.parse(new TextDecoder().decode(snapshot!.bytes));
    const content = {
      ...sealed,
      run: { ...sealed.run, id },
      assessments: sealed.assessments.map((each: { id: string }) => ({ ...each, id: copies.get(each.id), runId: id })),
      tasks: [],
      exports: [],
    };
    const bytes = new TextEncoder().encode(canonicalJson(content));
    const replayBytes = cutReplay(content);
    const [snapshotHash, replayHash] = [await sha256Hex(bytes), await sha256Hex(replayBytes)];
    const row = { id: newId(), tenantId, runId: id, bytes, snapshotHash, replayBytes, replayHash };
    await tx.insert(snapshots).values(row);
    await tx.update(runs).set({ snapshotStatus }).where(isCopy);
    const details = { snapshotHash, replayHash };
    await recordAudit(tx, ctx, {
      action: "snapshot.captured",
      objectType: "snapshot",
      objectId: row.id,
      runId: id,
      details,
    });
    return id;
  });
}
