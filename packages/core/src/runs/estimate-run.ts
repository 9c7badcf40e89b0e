import type { RunEstimate, StartRunBody } from "@assay/contract";
import type { Models } from "../ports/models.ts";
import type { Context } from "../tenancy/context.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inTenant } from "../tenancy/transact.ts";
import { estimateStart } from "./estimate-start.ts";
import { findContinued, planStart } from "./plan-start.ts";
import { requireRunsLeft, requireTokensLeft } from "./require-runs-left.ts";

/**
 * What a run that starts now would need of its model, about: nothing is searched, so that each requirement counts as if
 * it found as many passages as it may, of the average length. Throws what a start is refused with.
 */
export async function estimateRun(ctx: Context, models: Models, body: StartRunBody): Promise<RunEstimate> {
  requireRole(ctx, "MEMBER");
  const continued = await findContinued(ctx, body.continueRunId);
  return inTenant(ctx, async (tx) => {
    const start = { plan: await planStart(tx, ctx.tenantId, models, { body, continued }), body, continued };
    await requireRunsLeft(tx, ctx.tenantId);
    await requireTokensLeft(tx, ctx.tenantId, start);
    return estimateStart(tx, ctx.tenantId, start);
  });
}
