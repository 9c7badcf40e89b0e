import type { Residency } from "@assay/contract";
import { oneRow, type Transaction, tenants } from "@assay/db";
import { eq } from "drizzle-orm";
import type { Context } from "../tenancy/context.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inTenant } from "../tenancy/transact.ts";

type Destinations = Residency["destinations"];

/** Who may be given the tenant's text, and the engine version that it is bound to. */
export function readResidency(ctx: Context, destinations: Destinations): Promise<Residency> {
  requireRole(ctx, "ADMIN");
  return inTenant(ctx, (tx) => findResidency(tx, ctx.tenantId, destinations));
}

export async function findResidency(tx: Transaction, tenantId: string, destinations: Destinations): Promise<Residency> {
  const chosen = { allowedProviders: tenants.allowedProviders, retrievalVersionId: tenants.retrievalVersionId };
  return { ...oneRow(await tx.select(chosen).from(tenants).where(eq(tenants.id, tenantId))), destinations };
}
