import { runs, signOffs, type Transaction } from "@assay/db";
import { and, desc, eq, isNull, lt } from "drizzle-orm";
import { diffRuns } from "../runs/diff-runs.ts";
import { withRun } from "../runs/read-runs.ts";
import type { RunRow } from "../runs/to-run.ts";
import { DAMAGED, orDamaged } from "../sealed/index.ts";
import type { Context } from "../tenancy/context.ts";
import type { PackedChanges } from "./package-state.ts";

/**
 * What differs from the last run of the pack that ended before and has a signature that stands. An auditor's link, which
 * reaches one run alone, reads it with that run's report, so that a package has the same bytes for everybody.
 */
export async function readChanges(ctx: Context, runId: string): Promise<PackedChanges> {
  const against = await withRun(ctx, runId, findSignedBefore);
  if (against === undefined) return "NONE";
  const { link: _, ...ofTenant } = ctx;
  const changes = await orDamaged(diffRuns(ofTenant, runId, against));
  return changes === DAMAGED ? "DAMAGED" : changes;
}

async function findSignedBefore(tx: Transaction, run: RunRow): Promise<string | undefined> {
  const [found] = await tx
    .select({ id: runs.id })
    .from(runs)
    .innerJoin(signOffs, and(eq(signOffs.tenantId, runs.tenantId), eq(signOffs.runId, runs.id)))
    .where(
      and(
        eq(runs.tenantId, run.tenantId),
        eq(runs.packId, run.packId),
        eq(signOffs.act, "SIGNED"),
        isNull(signOffs.withdrawnById),
        run.completedAt ? lt(runs.completedAt, run.completedAt) : undefined,
      ),
    )
    .orderBy(desc(runs.completedAt), desc(runs.id))
    .limit(1);
  return found?.id;
}
