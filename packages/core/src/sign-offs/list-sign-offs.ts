import { isUuid, type SignOff, type SignOffRole } from "@assay/contract";
import { runs, signOffs, type Transaction } from "@assay/db";
import { and, asc, eq } from "drizzle-orm";
import type { Context } from "../tenancy/context.ts";
import { found } from "../tenancy/missing-resource.ts";
import { requireRunOfLink } from "../tenancy/require-link.ts";
import { inTenantForRun } from "../tenancy/transact.ts";
import { type SignOffRow, signedAs, toSignOff } from "./to-sign-off.ts";

export interface SignOffs {
  readonly signOffs: SignOff[];
  readonly signedAs: SignOffRole | null;
}

/** Returns every act of the run's sign-off in order, with what was signed. Throws NOT_FOUND, CROSS_TENANT_ACCESS_DENIED. */
export async function listSignOffs(ctx: Context, runId: string): Promise<SignOffs> {
  requireRunOfLink(ctx, runId);
  const rows = isUuid(runId)
    ? await inTenantForRun(ctx, runId, async (tx) => {
        const [run] = await tx
          .select({ id: runs.id })
          .from(runs)
          .where(and(eq(runs.tenantId, ctx.tenantId), eq(runs.id, runId)));
        return run && signOffsOf(tx, { tenantId: ctx.tenantId, runId });
      })
    : undefined;
  const acts = await found(ctx, "run", runId, rows);
  return { signOffs: acts.map(toSignOff), signedAs: signedAs(acts) };
}

/** In order. */
export function signOffsOf(
  tx: Transaction,
  { tenantId, runId }: { tenantId: string; runId: string },
): Promise<SignOffRow[]> {
  return tx
    .select()
    .from(signOffs)
    .where(and(eq(signOffs.tenantId, tenantId), eq(signOffs.runId, runId)))
    .orderBy(asc(signOffs.sequence));
}
