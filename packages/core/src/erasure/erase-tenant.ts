import { AssayError, type Erasure, isUuid } from "@assay/contract";
import { type Database, erasures, oneRow, type Transaction, tenants } from "@assay/db";
import { eq } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import { writeDeploymentEntry } from "../deployment-log/write-deployment-entry.ts";
import { sha256Hex } from "../digest.ts";
import { destroyFileKeys } from "../file-keys/destroy-file-keys.ts";
import type { JobRef } from "../jobs/job.ts";
import { type Actor, type Context, toOwnTenant } from "../tenancy/context.ts";
import { operatorOf } from "../tenancy/provision-tenant.ts";
import { isErasing } from "../tenancy/require-not-erasing.ts";
import { requirePerson } from "../tenancy/require-person.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { asSystem, enterTenant, inTenant } from "../tenancy/transact.ts";
import { enqueueErasure } from "./enqueue-erasures.ts";
import { readFacts } from "./read-facts.ts";
import { selectActiveHolds } from "./tenant-holds.ts";
import { toErasure } from "./to-erasure.ts";

export interface ErasureRequest {
  /** The tenant's name, as it is. */
  readonly name: string;
  readonly reason: string;
}

/**
 * Begins to erase a suspended tenant. From its commit on no file of it can be opened, as its keys are destroyed first; jobs of
 * the actor's own tenant delete the rest. Audited there, in the tenant, and in the deployment's log. Throws NOT_FOUND,
 * VALIDATION_ERROR for another name, INVALID_STATE for a tenant that is not suspended, is held, or is erased already.
 */
export async function eraseTenant(
  ctx: Context,
  tenantId: string,
  request: ErasureRequest,
): Promise<{ readonly erasure: Erasure; readonly jobs: readonly JobRef[] }> {
  requireRole(ctx, "SUPER_ADMIN");
  requirePerson(ctx, "erase a tenant");
  const home = toOwnTenant(ctx);
  if (tenantId === home.tenantId) throw cannot("it is the actor's own");
  return inTenant(home, async (tx) => {
    const erasure = await begin(tx, ctx.actor, tenantId, request);
    await enterTenant(tx, home.tenantId);
    const jobs = await enqueueErasure(tx, home.tenantId, erasure.id);
    const event = { action: "tenant.erasure_started", objectType: "tenant", objectId: tenantId } as const;
    const details = { reasonHash: erasure.reasonHash };
    await recordAudit(tx, home, { ...event, details });
    await writeDeploymentEntry(tx, ctx.actor, { ...event, details });
    return { erasure: toErasure(erasure), jobs };
  });
}

/** As `eraseTenant`, for the operator at the machine, who also does the rest. */
export function eraseTenantAsOperator(db: Database, tenantId: string, request: ErasureRequest): Promise<Erasure> {
  const operator = operatorOf(db, tenantId);
  return inTenant(operator, async (tx) => {
    const erasure = await begin(tx, operator.actor, tenantId, request);
    const event = { action: "tenant.erasure_started", objectType: "tenant", objectId: tenantId } as const;
    await writeDeploymentEntry(tx, operator.actor, { ...event, details: { reasonHash: erasure.reasonHash } });
    return toErasure(erasure);
  });
}

async function begin(tx: Transaction, actor: Actor, tenantId: string, { name, reason }: ErasureRequest) {
  const tenant = await asSystem(tx, async () => {
    const [row] = isUuid(tenantId) ? await tx.select().from(tenants).where(eq(tenants.id, tenantId)).for("update") : [];
    if (!row) throw new AssayError("NOT_FOUND", `Cannot find tenant '${tenantId}'`, { details: { id: tenantId } });
    if (await isErasing(tx, tenantId)) throw cannot("it is being erased already");
    if (row.status === "ACTIVE") throw cannot("it is active: suspend it first");
    const holds = await selectActiveHolds(tx, tenantId);
    if (holds.length > 0) throw cannot("it is under hold: end each hold first", { holds: holds.map(({ id }) => id) });
    if (row.name !== name)
      throw new AssayError("VALIDATION_ERROR", "Cannot erase the tenant because its name is another one", {
        details: { issues: [{ field: "name", issue: "must be the tenant's name" }] },
      });
    return row;
  });
  await enterTenant(tx, tenantId);
  const facts = { ...(await readFacts(tx, tenantId)), tenantCreatedAt: tenant.createdAt.toISOString() };
  const reasonHash = await sha256Hex(reason);
  const erasure = await asSystem(tx, async () =>
    oneRow(
      await tx
        .insert(erasures)
        .values({ erasedTenantId: tenantId, tenantName: tenant.name, requestedBy: actor.id, reasonHash, facts })
        .returning(),
    ),
  );
  const destroyed = await destroyFileKeys(tx, { tenantId });
  const event = { action: "tenant.erasure_started", objectType: "tenant", objectId: tenantId } as const;
  await recordAudit(tx, { tenantId, actor }, ...destroyed, { ...event, details: { reasonHash } });
  return erasure;
}

function cannot(why: string, details: Readonly<Record<string, unknown>> = {}): AssayError {
  return new AssayError("INVALID_STATE", `Cannot erase the tenant because ${why}`, { details });
}
