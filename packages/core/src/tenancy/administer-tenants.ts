import { AssayError, isUuid, type PatchTenantBody, type Tenant, type TenantListQuery } from "@assay/contract";
import { auditHeads, oneRow, tenants } from "@assay/db";
import { and, desc, eq } from "drizzle-orm";
import { AUDIT_GENESIS } from "../audit/audit-hash.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { contains } from "../contains.ts";
import { newestFirst, type Page, toPage } from "../paging.ts";
import { type Context, toOwnTenant } from "./context.ts";
import { requireRole } from "./require-role.ts";
import { asSystem, enterTenant, inSystem, inTenant } from "./transact.ts";

type TenantRow = typeof tenants.$inferSelect;

/** Every tenant of the deployment, newest first. */
export function listTenants(ctx: Context, { status, q, limit, cursor }: TenantListQuery): Promise<Page<Tenant>> {
  requireRole(ctx, "SUPER_ADMIN");
  const after = newestFirst("tenants", tenants.createdAt, tenants.id, cursor);
  return inSystem(ctx.db, async (tx) => {
    const rows = await tx
      .select()
      .from(tenants)
      .where(and(status === undefined ? undefined : eq(tenants.status, status), contains(tenants.name, q), after))
      .orderBy(desc(tenants.createdAt), desc(tenants.id))
      .limit(limit + 1);
    const page = toPage("tenants", rows, limit, (row) => [row.createdAt.toISOString(), row.id]);
    return { items: page.items.map(toTenant), nextCursor: page.nextCursor };
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
    const row = await asSystem(tx, async () => {
      const inserted = oneRow(await tx.insert(tenants).values({ name }).returning());
      await tx.insert(auditHeads).values({ tenantId: inserted.id, sequence: 0, hash: AUDIT_GENESIS });
      return inserted;
    });
    await recordAudit(tx, home, { action: "tenant.created", objectType: "tenant", objectId: row.id });
    return toTenant(row);
  });
}

/**
 * Renames, deactivates or activates a tenant. Nobody of an INACTIVE tenant is let in from the next request on. Audited
 * in the tenant of the actor and in the one that is changed. Throws NOT_FOUND, INVALID_STATE for the actor's own tenant.
 */
export function changeTenant(ctx: Context, id: string, { name, status }: PatchTenantBody): Promise<Tenant> {
  requireRole(ctx, "SUPER_ADMIN");
  const home = toOwnTenant(ctx);
  if (id === home.tenantId && status === "INACTIVE")
    throw new AssayError("INVALID_STATE", "Cannot deactivate the actor's own tenant");
  return inTenant(home, async (tx) => {
    const { before, after } = await asSystem(tx, async () => {
      const [row] = isUuid(id) ? await tx.select().from(tenants).where(eq(tenants.id, id)).for("update") : [];
      if (!row) throw noTenant(id);
      const changed = oneRow(
        await tx
          .update(tenants)
          .set({ name: name ?? row.name, status: status ?? row.status })
          .where(eq(tenants.id, id))
          .returning(),
      );
      return { before: row, after: changed };
    });
    const events = changesOf(before, after).map((action) => ({ action, objectType: "tenant", objectId: id }) as const);
    await recordAudit(tx, home, ...events);
    if (id !== home.tenantId) {
      await enterTenant(tx, id);
      await recordAudit(tx, { tenantId: id, actor: ctx.actor }, ...events);
    }
    return toTenant(after);
  });
}

function changesOf(before: TenantRow, after: TenantRow) {
  return [
    ...(before.name === after.name ? [] : (["tenant.renamed"] as const)),
    ...(before.status === after.status
      ? []
      : ([after.status === "ACTIVE" ? "tenant.activated" : "tenant.deactivated"] as const)),
  ];
}

function noTenant(id: string): AssayError {
  return new AssayError("NOT_FOUND", `Cannot find tenant '${id}'`, { details: { id } });
}

function toTenant({ id, name, status, createdAt }: TenantRow): Tenant {
  return { id, name, status, createdAt: createdAt.toISOString() };
}
