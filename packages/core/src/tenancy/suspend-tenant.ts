import { AssayError, isUuid } from "@assay/contract";
import { type Database, tenants } from "@assay/db";
import { eq, or } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import { writeDeploymentEntry } from "../deployment-log/write-deployment-entry.ts";
import { sha256Hex } from "../digest.ts";
import { operatorOf } from "./provision-tenant.ts";
import { requireNotErasing } from "./require-not-erasing.ts";
import type { Tenant } from "./tenants.ts";
import { toStatus } from "./to-status.ts";
import { asSystem, inSystem, inTenant } from "./transact.ts";

/** The tenant of this id or name. Throws NOT_FOUND, INVALID_STATE for a name that several have. */
export async function findTenant(db: Database, given: string): Promise<Tenant> {
  const is = or(eq(tenants.name, given), isUuid(given) ? eq(tenants.id, given) : undefined);
  const [tenant, another] = await inSystem(db, (tx) => tx.select().from(tenants).where(is).limit(2));
  if (!tenant) throw new AssayError("NOT_FOUND", `Cannot find the tenant '${given}': give its id, or its whole name`);
  if (another) throw new AssayError("INVALID_STATE", `Several tenants are called '${given}': give the id of one`);
  return tenant;
}

/** For the operator alone: see `changeTenant`. Whether it changed anything; the reason's digest goes to the tenant's audit log. */
export async function suspendTenant(
  db: Database,
  { tenantId, reason }: { readonly tenantId: string; readonly reason: string },
): Promise<boolean> {
  return setStatus(db, tenantId, "INACTIVE", { reasonHash: await sha256Hex(reason) });
}

/**
 * Its people are let in from the next request on, and its jobs are done again. Whether it changed anything. Throws
 * INVALID_STATE for one that is being erased.
 */
export function resumeTenant(db: Database, tenantId: string): Promise<boolean> {
  return setStatus(db, tenantId, "ACTIVE", {});
}

function setStatus(
  db: Database,
  tenantId: string,
  status: "ACTIVE" | "INACTIVE",
  details: { readonly reasonHash?: string },
): Promise<boolean> {
  const operator = operatorOf(db, tenantId);
  return inTenant(operator, async (tx) => {
    const changed = await asSystem(tx, async () => {
      const [row] = await tx
        .select({ status: tenants.status, importing: tenants.importing })
        .from(tenants)
        .where(eq(tenants.id, tenantId))
        .for("update");
      if (!row || row.status === status) return false;
      if (status === "ACTIVE") await requireNotErasing(tx, tenantId, "resume");
      await tx.update(tenants).set(toStatus(row, status)).where(eq(tenants.id, tenantId));
      return true;
    });
    const action = status === "ACTIVE" ? "tenant.activated" : "tenant.deactivated";
    if (!changed) return false;
    const event = { action, objectType: "tenant", objectId: tenantId, details } as const;
    await recordAudit(tx, operator, event);
    await writeDeploymentEntry(tx, operator.actor, event);
    return true;
  });
}
