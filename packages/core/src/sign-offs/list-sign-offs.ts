import { isUuid, type SignOff, type SignOffRole } from "@assay/contract";
import { runs, signOffs, type Transaction } from "@assay/db";
import { and, asc, eq, getTableColumns } from "drizzle-orm";
import { damagedRecord, recordedHash, requireAsRecorded, requireNoneMissing } from "../records/index.ts";
import type { Context } from "../tenancy/context.ts";
import { found } from "../tenancy/missing-resource.ts";
import { requireRunOfLink } from "../tenancy/require-link.ts";
import { inTenantForRun } from "../tenancy/transact.ts";
import { endedBy, type SignOffRow, signedAs, toSignOff } from "./to-sign-off.ts";

export interface SignOffs {
  readonly signOffs: SignOff[];
  readonly signedAs: SignOffRole | null;
}

/** Returns every act of the run's sign-off in order, with what was signed. Throws NOT_FOUND, CROSS_TENANT_ACCESS_DENIED, INTEGRITY_ERROR. */
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

/** In order. Throws INTEGRITY_ERROR where one is stored otherwise than it was recorded, or ends otherwise than was signed. */
export async function signOffsOf(
  tx: Transaction,
  { tenantId, runId }: { tenantId: string; runId: string },
): Promise<SignOffRow[]> {
  const rows = await tx
    .select({ ...getTableColumns(signOffs), recordedHash: recordedHash("sign_off", tenantId) })
    .from(signOffs)
    .where(and(eq(signOffs.tenantId, tenantId), eq(signOffs.runId, runId)))
    .orderBy(asc(signOffs.sequence));
  await requireAsRecorded("sign_off", rows, ({ id }) => id);
  await requireNoneMissing(tx, "sign_off", { tenantId, runId });
  const ends = endedBy(rows);
  const wrong = rows.find(({ id, withdrawnById }) => withdrawnById !== (ends.get(id) ?? null));
  if (wrong) throw damagedRecord("sign_off", wrong.id);
  return rows.map(({ recordedHash: _, ...row }) => row);
}
