import { runs, type Transaction } from "@assay/db";
import { and, eq, sql } from "drizzle-orm";
import type { ModelUsage } from "../../../ports/assessor.ts";
import { lockOpenRun } from "../../open-run.ts";
import type { RunRow } from "../../to-run.ts";

export const NO_USAGE: ModelUsage = { tokensIn: 0, tokensOut: 0, costUsd: 0 };

/** The change of a run that counts what calls used. */
export function addedUsage({ tokensIn, tokensOut, costUsd }: ModelUsage) {
  return {
    tokensIn: sql`${runs.tokensIn} + ${tokensIn}`,
    tokensOut: sql`${runs.tokensOut} + ${tokensOut}`,
    costUsd: sql`${runs.costUsd} + ${costUsd}::float8`,
  };
}

/** Counts what calls used that gave no verdict. A run that has finished keeps its figures. */
export async function countUsage(
  tx: Transaction,
  run: Pick<RunRow, "tenantId" | "id">,
  usage: ModelUsage | undefined,
): Promise<void> {
  if (!usage || (usage.tokensIn === 0 && usage.tokensOut === 0 && usage.costUsd === 0)) return;
  if (!(await lockOpenRun(tx, run))) return;
  await tx
    .update(runs)
    .set(addedUsage(usage))
    .where(and(eq(runs.tenantId, run.tenantId), eq(runs.id, run.id)));
}
