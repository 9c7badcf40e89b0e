import { AssayError, type CancelRunBody, isUuid, type Run } from "@assay/contract";
import { runs, type Transaction } from "@assay/db";
import { and, eq } from "drizzle-orm";
import { sha256Hex } from "../digest.ts";
import type { Context } from "../tenancy/context.ts";
import { nameActors } from "../tenancy/name-actors.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inTenant } from "../tenancy/transact.ts";
import { failRun } from "./fail-run.ts";
import { getRun } from "./read-runs.ts";
import { currentStep } from "./stalled-runs.ts";

/**
 * Ends an active run as FAILED; what was assessed stays. Throws NOT_FOUND, CROSS_TENANT_ACCESS_DENIED, and INVALID_STATE
 * for a run that has finished.
 */
export async function cancelRun(ctx: Context, runId: string, { reason }: CancelRunBody): Promise<Run> {
  requireRole(ctx, "MEMBER");
  if (isUuid(runId)) await inTenant(ctx, (tx) => cancel(tx, ctx, runId, reason));
  return getRun(ctx, runId);
}

async function cancel(tx: Transaction, ctx: Context, runId: string, reason: string): Promise<void> {
  const { tenantId } = ctx;
  const [run] = await tx
    .select()
    .from(runs)
    .where(and(eq(runs.tenantId, tenantId), eq(runs.id, runId)))
    .for("update");
  if (!run) return;
  if (run.status === "COMPLETED" || run.status === "FAILED")
    throw new AssayError(
      "INVALID_STATE",
      `Cannot cancel run '${runId}' because it must not have finished: its status is ${run.status}`,
      { details: { runId, status: run.status } },
    );
  const names = await nameActors(tx, tenantId, [ctx.actor.id]);
  await failRun(tx, run, {
    step: await currentStep(tx, run),
    errorType: "RUN_CANCELLED",
    // Nobody outside the tenant is named to it.
    reason: `Cancelled by ${names[ctx.actor.id] ?? "an administrator of the service"}: ${reason}`,
    act: {
      by: ctx,
      event: {
        action: "run.cancelled",
        objectType: "run",
        objectId: runId,
        runId,
        details: { reasonHash: await sha256Hex(reason) },
      },
    },
  });
}
