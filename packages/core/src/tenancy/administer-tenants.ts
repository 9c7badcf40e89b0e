import {
  AssayError,
  isUuid,
  type PatchTenantBody,
  TENANT_LIMITS,
  type Tenant,
  type TenantListQuery,
} from "@assay/contract";
import { oneRow, tenants } from "@assay/db";
import { and, eq } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import { contains } from "../contains.ts";
import { writeDeploymentEntry } from "../deployment-log/write-deployment-entry.ts";
import { mapPage, newestPage, type Page } from "../paging.ts";
import { type Context, toOwnTenant } from "./context.ts";
import { requireNotErasing } from "./require-not-erasing.ts";
import { requireRole } from "./require-role.ts";
import { limitsOf } from "./tenant-limits.ts";
import { insertTenant } from "./tenants.ts";
import { toStatus } from "./to-status.ts";
import { asSystem, enterTenant, inSystem, inTenant } from "./transact.ts";

type TenantRow = typeof tenants.$inferSelect;

/** Every tenant of the deployment, newest first. */
export function listTenants(ctx: Context, query: TenantListQuery): Promise<Page<Tenant>> {
  requireRole(ctx, "SUPER_ADMIN");
  const { status, q } = query;
  const where = and(status && eq(tenants.status, status), contains(tenants.name, q));
  return inSystem(ctx.db, async (tx) => {
    const from = tx.select().from(tenants);
    return mapPage(await newestPage("tenants", query, { from, columns: tenants, where }), toTenant);
  });
}

/** Throws NOT_FOUND. */
export async function readTenant(ctx: Context, id: string): Promise<Tenant> {
  requireRole(ctx, "SUPER_ADMIN");
  const [row] = isUuid(id) ? await inSystem(ctx.db, (tx) => tx.select().from(tenants).where(eq(tenants.id, id))) : [];
  if (!row) throw noTenant(id);
  return toTenant(row);
}

/** Makes a tenant with an empty audit chain; the entry goes to the tenant of the actor. */
export function openTenant(ctx: Context, { name }: { name: string }): Promise<Tenant> {
  requireRole(ctx, "SUPER_ADMIN");
  const home = toOwnTenant(ctx);
  return inTenant(home, async (tx) => {
    const row = await asSystem(tx, () => insertTenant(tx, name));
    const event = { action: "tenant.created", objectType: "tenant", objectId: row.id } as const;
    await recordAudit(tx, home, event);
    await writeDeploymentEntry(tx, ctx.actor, event);
    return toTenant(row);
  });
}

/**
 * Renames, suspends (INACTIVE) or resumes a tenant, and sets its limits. Nobody of a suspended one is let in from the next
 * request on, and its jobs wait. Audited in the tenant of the actor, in the one that is changed and in the deployment's log.
 * Throws NOT_FOUND, INVALID_STATE to suspend the actor's own tenant, and to resume one that is being erased.
 */
export function changeTenant(ctx: Context, id: string, { name, status, limits }: PatchTenantBody): Promise<Tenant> {
  requireRole(ctx, "SUPER_ADMIN");
  const home = toOwnTenant(ctx);
  if (id === home.tenantId && status === "INACTIVE")
    throw new AssayError("INVALID_STATE", "Cannot suspend the actor's own tenant");
  return inTenant(home, async (tx) => {
    const { before, after } = await asSystem(tx, async () => {
      const [row] = isUuid(id) ? await tx.select().from(tenants).where(eq(tenants.id, id)).for("update") : [];
      if (!row) throw noTenant(id);
      if (status === "ACTIVE") await requireNotErasing(tx, id, "resume");
      const changed = oneRow(
        await tx
          .update(tenants)
          .set({
            ...limitsOf(row),
            ...limits,
            name: name ?? row.name,
            ...toStatus(row, status ?? row.status),
          })
          .where(eq(tenants.id, id))
          .returning(),
      );
      return { before: row, after: changed };
    });
    const events = changesOf(before, after).map((change) => ({ ...change, objectType: "tenant", objectId: id }));
    await recordAudit(tx, home, ...events);
    if (id !== home.tenantId) {
      await enterTenant(tx, id);
      await recordAudit(tx, { tenantId: id, actor: ctx.actor }, ...events);
    }
    await writeDeploymentEntry(tx, ctx.actor, ...events);
    return toTenant(after);
  });
}

function changesOf(before: TenantRow, after: TenantRow) {
  return [
    ...(before.name === after.name ? [] : [{ action: "tenant.renamed" } as const]),
    ...(before.status === after.status
      ? []
      : [{ action: after.status === "ACTIVE" ? "tenant.activated" : "tenant.deactivated" } as const]),
    ...(TENANT_LIMITS.every((limit) => before[limit] === after[limit])
      ? []
      : [{ action: "tenant.limits_changed", details: limitsOf(after) } as const]),
  ];
}

function noTenant(id: string): AssayError {
  return new AssayError("NOT_FOUND", `Cannot find tenant '${id}'`, { details: { id } });
}

function toTenant(row: TenantRow): Tenant {
  const { id, name, status, createdAt } = row;
  return { id, name, status, limits: limitsOf(row), createdAt: createdAt.toISOString() };
}
