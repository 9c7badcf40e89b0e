import type { FixedException } from "@assay/contract";
import { findFixed } from "../exceptions/find-fixed.ts";
import type { Context } from "../tenancy/context.ts";
import { withRun } from "./read-runs.ts";

/** The active exceptions when the run started, as they were then; those of a run that has not started are not fixed yet. */
export function listRunExceptions(ctx: Context, runId: string): Promise<FixedException[]> {
  return withRun(ctx, runId, async (tx, run) => [...(await findFixed(tx, run))]);
}
