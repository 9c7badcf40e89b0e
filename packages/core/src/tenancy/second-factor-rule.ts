import type { SecondFactorRule } from "@assay/contract";
import { oneRow, type Transaction, tenants } from "@assay/db";
import { eq } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import type { Context } from "./context.ts";
import { requireRole } from "./require-role.ts";
import { setOfTenant } from "./set-of-tenant.ts";
import { inTenant } from "./transact.ts";

/** Who of the tenant's people needs a second factor. */
export function readSecondFactorRule(ctx: Context): Promise<SecondFactorRule> {
  requireRole(ctx, "ADMIN");
  return inTenant(ctx, (tx) => findRule(tx, ctx.tenantId));
}

/** Active from the next request on; the same again changes nothing. */
export function changeSecondFactorRule(ctx: Context, { required }: SecondFactorRule): Promise<SecondFactorRule> {
  requireRole(ctx, "ADMIN");
  return inTenant(ctx, async (tx) => {
    const before = await setOfTenant(tx, ctx.tenantId, { secondFactor: required });
    if (before.secondFactor !== required)
      await recordAudit(tx, ctx, {
        action: "tenant.second_factor_changed",
        objectType: "tenant",
        objectId: ctx.tenantId,
        details: { required },
      });
    return { required };
  });
}

async function findRule(tx: Transaction, tenantId: string): Promise<SecondFactorRule> {
  const row = oneRow(await tx.select({ required: tenants.secondFactor }).from(tenants).where(eq(tenants.id, tenantId)));
  return row;
}
