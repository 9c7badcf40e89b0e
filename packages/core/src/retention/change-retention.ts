import type { Retention, RetentionPatch } from "@assay/contract";
import { tenantRetention, tenants } from "@assay/db";
import { eq } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import { writeDeploymentEntry } from "../deployment-log/write-deployment-entry.ts";
import { readTenant } from "../tenancy/administer-tenants.ts";
import type { Context } from "../tenancy/context.ts";
import { requireNotErasing } from "../tenancy/require-not-erasing.ts";
import { asSystem, inTenant } from "../tenancy/transact.ts";
import { selectRetention } from "./read-retention.ts";

/**
 * Says after how many days what a tenant has is removed, from the day after on; the same again changes nothing. Audited in
 * that tenant and in the deployment's log. Throws NOT_FOUND, INVALID_STATE for a tenant that is being erased.
 */
export async function changeRetention(ctx: Context, tenantId: string, patch: RetentionPatch): Promise<Retention> {
  await readTenant(ctx, tenantId);
  const target = { ...ctx, tenantId };
  return inTenant(target, async (tx) => {
    const { before, after } = await asSystem(tx, async () => {
      // Steps that remove rows wait for it, and it for them.
      await tx.select({ id: tenants.id }).from(tenants).where(eq(tenants.id, tenantId)).for("update");
      await requireNotErasing(tx, tenantId, "change what is removed of");
      const was = await selectRetention(tx, tenantId);
      const days = { ...was.days, ...patch };
      const set = { spansDays: days.spans, logsDays: days.logs, runsDays: days.runs };
      await tx
        .insert(tenantRetention)
        .values({ tenantId, ...set })
        .onConflictDoUpdate({ target: tenantRetention.tenantId, set });
      return { before: was, after: await selectRetention(tx, tenantId) };
    });
    if (JSON.stringify(before.days) !== JSON.stringify(after.days)) {
      const event = { action: "tenant.retention_changed", objectType: "tenant", objectId: tenantId } as const;
      const details = { retention: after.days };
      await recordAudit(tx, target, { ...event, details });
      await writeDeploymentEntry(tx, ctx.actor, { ...event, details });
    }
    return after;
  });
}
