import { AssayError, isUuid, type TenantHold } from "@assay/contract";
import { type Database, oneRow, type Transaction, tenantHolds, tenants } from "@assay/db";
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import { writeDeploymentEntry } from "../deployment-log/write-deployment-entry.ts";
import { sha256Hex } from "../digest.ts";
import { readTenant } from "../tenancy/administer-tenants.ts";
import type { Context } from "../tenancy/context.ts";
import { requireNotErasing } from "../tenancy/require-not-erasing.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { asSystem, inSystem, inTenant } from "../tenancy/transact.ts";

type HoldRow = typeof tenantHolds.$inferSelect;

/** Every hold of a tenant, ended ones too, the oldest first. Throws NOT_FOUND for an unknown tenant. */
export async function listTenantHolds(ctx: Context, tenantId: string): Promise<TenantHold[]> {
  await readTenant(ctx, tenantId);
  const rows = await inSystem(ctx.db, (tx) =>
    tx.select().from(tenantHolds).where(eq(tenantHolds.tenantId, tenantId)).orderBy(asc(tenantHolds.setAt)),
  );
  return rows.map(toHold);
}

/**
 * Keeps a tenant from being erased until the hold is ended. Audited in that tenant and in the deployment's log. Throws
 * NOT_FOUND, and INVALID_STATE for a tenant that is being erased.
 */
export async function holdTenant(ctx: Context, tenantId: string, { reason }: { reason: string }): Promise<TenantHold> {
  await readTenant(ctx, tenantId);
  const target = { ...ctx, tenantId };
  return inTenant(target, async (tx) => {
    const row = await asSystem(tx, async () => {
      await tx.select({ id: tenants.id }).from(tenants).where(eq(tenants.id, tenantId)).for("update");
      await requireNotErasing(tx, tenantId, "hold");
      return oneRow(await tx.insert(tenantHolds).values({ tenantId, reason, setBy: ctx.actor.id }).returning());
    });
    await record(tx, target, "tenant.held", row);
    return toHold(row);
  });
}

/** Throws NOT_FOUND for a hold that the tenant has not, INVALID_STATE for one that has ended. */
export async function endTenantHold(
  ctx: Context,
  tenantId: string,
  holdId: string,
  { reason }: { reason: string },
): Promise<TenantHold> {
  requireRole(ctx, "SUPER_ADMIN");
  const target = { ...ctx, tenantId };
  return inTenant(target, async (tx) => {
    const row = await asSystem(tx, async () => {
      const isIt = and(eq(tenantHolds.tenantId, tenantId), eq(tenantHolds.id, holdId));
      const [hold] =
        isUuid(holdId) && isUuid(tenantId) ? await tx.select().from(tenantHolds).where(isIt).for("update") : [];
      if (!hold) throw new AssayError("NOT_FOUND", `Cannot find hold '${holdId}'`, { details: { id: holdId } });
      if (hold.endedAt) throw new AssayError("INVALID_STATE", `Cannot end hold '${holdId}' because it has ended`);
      return oneRow(
        await tx
          .update(tenantHolds)
          .set({ endedBy: ctx.actor.id, endedAt: sql`now()`, endReason: reason })
          .where(isIt)
          .returning(),
      );
    });
    await record(tx, target, "tenant.hold_ended", row);
    return toHold(row);
  });
}

/** Those that are active, for a transaction with the rights of the system. */
export function selectActiveHolds(tx: Transaction, tenantId: string): Promise<HoldRow[]> {
  return tx
    .select()
    .from(tenantHolds)
    .where(and(eq(tenantHolds.tenantId, tenantId), isNull(tenantHolds.endedAt)))
    .orderBy(asc(tenantHolds.setAt));
}

export function listActiveHolds(db: Database, tenantId: string): Promise<HoldRow[]> {
  return inSystem(db, (tx) => selectActiveHolds(tx, tenantId));
}

async function record(tx: Transaction, ctx: Context, action: "tenant.held" | "tenant.hold_ended", row: HoldRow) {
  const details = { reasonHash: await sha256Hex(row.endReason ?? row.reason) };
  await recordAudit(tx, ctx, { action, objectType: "tenant_hold", objectId: row.id, details });
  await writeDeploymentEntry(tx, ctx.actor, { action, objectType: "tenant", objectId: ctx.tenantId, details });
}

export function toHold({ setAt, endedAt, ...row }: HoldRow): TenantHold {
  return { ...row, setAt: setAt.toISOString(), endedAt: endedAt?.toISOString() ?? null };
}
