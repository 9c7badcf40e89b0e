import type { ChangeResidencyBody, Residency } from "@assay/contract";
import { recordAudit } from "../audit/record-audit.ts";
import type { JobRef } from "../jobs/job.ts";
import type { Context } from "../tenancy/context.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { setOfTenant } from "../tenancy/set-of-tenant.ts";
import { inTenant } from "../tenancy/transact.ts";
import { findResidency } from "./read-residency.ts";
import { wakeWaiting } from "./wake-waiting.ts";

/** From the next request that would leave; the same again changes nothing. Returns the jobs that waited, to be dispatched. */
export function changeResidency(
  ctx: Context,
  { allowedProviders }: ChangeResidencyBody,
  destinations: Residency["destinations"],
): Promise<{ residency: Residency; jobs: readonly JobRef[] }> {
  requireRole(ctx, "ADMIN");
  const { tenantId } = ctx;
  return inTenant(ctx, async (tx) => {
    const before = await setOfTenant(tx, tenantId, { allowedProviders });
    const isSame = JSON.stringify(before.allowedProviders) === JSON.stringify(allowedProviders);
    const jobs = isSame ? [] : await wakeWaiting(tx, tenantId);
    const residency = await findResidency(tx, tenantId, destinations);
    const action = "tenant.allowed_providers_changed";
    if (!isSame)
      await recordAudit(tx, ctx, { action, objectType: "tenant", objectId: tenantId, details: { allowedProviders } });
    return { residency, jobs };
  });
}
