import type { FixedException } from "@assay/contract";
import type { Transaction } from "@assay/db";
import { exceptionsOfRun } from "../exceptions/fix-exceptions.ts";
import { findSealedRun, type KnownEnd, requireRows, resultsOf } from "../sealed/index.ts";
import type { Context } from "../tenancy/context.ts";
import { withRun } from "./read-runs.ts";
import type { RunRow } from "./to-run.ts";

/** The active exceptions when the run started, as they were then; those of a run that has not started are not fixed yet. */
export function listRunExceptions(ctx: Context, runId: string): Promise<FixedException[]> {
  return withRun(ctx, runId, findFixed);
}

/** Of a CAPTURED run those that its snapshot holds. Throws INTEGRITY_ERROR where they are not what they were at its end. */
export async function findFixed(tx: Transaction, run: RunRow & KnownEnd): Promise<FixedException[]> {
  const sealed = await findSealedRun(tx, run);
  if (sealed) return [...(sealed.content.exceptions ?? [])];
  await requireRows(tx, resultsOf(run), "run_exceptions");
  return exceptionsOfRun(tx, { tenantId: run.tenantId, runId: run.id });
}
