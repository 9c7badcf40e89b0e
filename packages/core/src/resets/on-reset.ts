import { isUuid } from "@assay/contract";
import { resets, type Transaction } from "@assay/db";
import { and, eq, ne } from "drizzle-orm";
import type { Context } from "../tenancy/context.ts";
import { found } from "../tenancy/missing-resource.ts";
import { inTenant } from "../tenancy/transact.ts";
import { type ShownReset, shownReset } from "./to-reset.ts";

/** Acts on a reset of the tenant that an ADMIN began, locked. Throws NOT_FOUND, CROSS_TENANT_ACCESS_DENIED. */
export async function onReset<T>(
  ctx: Context,
  id: string,
  act: (tx: Transaction, row: ShownReset) => Promise<T>,
): Promise<T> {
  const { tenantId } = ctx;
  const isIt = and(eq(resets.tenantId, tenantId), eq(resets.id, id), ne(resets.requestedBy, resets.userId));
  const result = isUuid(id)
    ? await inTenant(ctx, async (tx) => {
        const [row] = await tx.select(shownReset).from(resets).where(isIt).for("update");
        return row && { value: await act(tx, row) };
      })
    : undefined;
  return (await found(ctx, "reset", id, result)).value;
}
