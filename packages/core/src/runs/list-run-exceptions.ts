import type { FixedException } from "@assay/contract";
import { exceptionsOfRun } from "../exceptions/fix-exceptions.ts";
import type { Context } from "../tenancy/context.ts";
import { withRun } from "./read-runs.ts";

/** The active exceptions when the run started, as they were then; those of a run that has not started are not fixed yet. */
export function listRunExceptions(ctx: Context, runId: string): Promise<FixedException[]> {
  return withRun(ctx, runId, (tx) => exceptionsOfRun(tx, { tenantId: ctx.tenantId, runId }));
}
