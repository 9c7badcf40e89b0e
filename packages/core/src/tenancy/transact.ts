import { type Database, readWith, type Transaction, type TransactionSettings, transactWith } from "@assay/db";
import { sql } from "drizzle-orm";
import type { Context, LinkAccess } from "./context.ts";
import { isSerializationFailure, translateDatabaseError } from "./database-errors.ts";
import { refuseLink, requireRunOfLink } from "./require-link.ts";
import { hasRole } from "./require-role.ts";

const TRIES = 5;

type Scope = { readonly db: Database; readonly tenantId: string; readonly link?: LinkAccess };

/**
 * Runs `act` in a transaction that sees and writes the rows of one tenant only. Throws FORBIDDEN for an auditor's link:
 * what it may reach goes through `inTenantForRun`.
 */
export async function inTenant<T>(scope: Scope, act: (tx: Transaction) => Promise<T>): Promise<T> {
  refuseLink(scope);
  return transactInTenant(scope, act);
}

/** As `inTenant`, for what an auditor's link may reach too. Throws FORBIDDEN for a link of another run, known or not. */
export async function inTenantForRun<T>(scope: Scope, runId: string, act: (tx: Transaction) => Promise<T>): Promise<T> {
  requireRunOfLink(scope, runId);
  return transactInTenant(scope, act);
}

function transactInTenant<T>(scope: Scope, act: (tx: Transaction) => Promise<T>): Promise<T> {
  return transact(scope.db, { role: "assay_tenant", "app.tenant_id": scope.tenantId }, act);
}

/** Runs `act` with the narrow rights that span tenants. For `tenancy/` and `work/` only. */
export function inSystem<T>(db: Database, act: (tx: Transaction) => Promise<T>): Promise<T> {
  return transact(db, { role: "assay_system" }, act);
}

/** As `inSystem`, for one statement that reads. */
export function readInSystem<T>(db: Database, act: (tx: Transaction) => Promise<T>): Promise<T> {
  return transact(db, { role: "assay_system" }, act, readWith);
}

/** Writes what all tenants share and no tenant calls for: what a deployment itself needs. */
export function inCatalog<T>(db: Database, act: (tx: Transaction) => Promise<T>): Promise<T> {
  return transact(db, { role: "assay_catalog" }, act);
}

/**
 * Reads packs: in the role of the tenant its own and those that it uses or is offered; for a SUPER_ADMIN the tenant's own
 * and all of the deployment's.
 */
export async function inPacks<T>(ctx: Context, act: (tx: Transaction) => Promise<T>): Promise<T> {
  refuseLink(ctx);
  const role = hasRole(ctx.actor, "SUPER_ADMIN") ? "assay_catalog" : "assay_tenant";
  return transact(ctx.db, { role, "app.tenant_id": ctx.tenantId }, act);
}

/**
 * Writes what all tenants share, and the tenant's own packs, inside a tenant's transaction, which holds the audit entry.
 */
export function asCatalog<T>(tx: Transaction, act: () => Promise<T>): Promise<T> {
  return withRole(tx, "assay_catalog", act);
}

/** Writes what spans tenants inside a tenant's transaction, which holds the audit entry. For `tenancy/` only. */
export function asSystem<T>(tx: Transaction, act: () => Promise<T>): Promise<T> {
  return withRole(tx, "assay_system", act);
}

/** Continues in another tenant, for what is recorded there of an act that spans tenants. For `tenancy/` only. */
export async function enterTenant(tx: Transaction, tenantId: string): Promise<void> {
  await tx.execute(sql`select set_config('app.tenant_id', ${tenantId}, true)`);
}

async function withRole<T>(tx: Transaction, role: string, act: () => Promise<T>): Promise<T> {
  await tx.execute(sql`select set_config('role', ${role}, true)`);
  const result = await act();
  await tx.execute(sql`select set_config('role', 'assay_tenant', true)`);
  return result;
}

async function transact<T>(
  db: Database,
  settings: TransactionSettings,
  act: (tx: Transaction) => Promise<T>,
  begin: typeof transactWith = transactWith,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await begin(db, settings, act);
    } catch (error) {
      if (attempt < TRIES && isSerializationFailure(error)) {
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** attempt));
        continue;
      }
      throw translateDatabaseError(error);
    }
  }
}
