import { AssayError, type DeletionCertificate, type Erasure, type ErasureListQuery, isUuid } from "@assay/contract";
import { type Database, erasures } from "@assay/db";
import { and, desc, eq, getTableColumns, isNull } from "drizzle-orm";
import { mapPage, newestPage, type Page } from "../paging.ts";
import type { Context } from "../tenancy/context.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { findTenant } from "../tenancy/suspend-tenant.ts";
import { inSystem } from "../tenancy/transact.ts";
import { toErasure } from "./to-erasure.ts";

/** Tenants that are erased or being erased, the newest first. */
export function listErasures(ctx: Context, query: ErasureListQuery): Promise<Page<Erasure>> {
  requireRole(ctx, "SUPER_ADMIN");
  return inSystem(ctx.db, async (tx) => {
    const columns = { ...getTableColumns(erasures), createdAt: erasures.requestedAt };
    const from = tx.select(columns).from(erasures);
    return mapPage(await newestPage("erasures", query, { from, columns, where: undefined }), toErasure);
  });
}

/** The certificate of an erasure that is finished. Throws NOT_FOUND, INVALID_STATE for one that is not. */
export function readDeletionCertificate(ctx: Context, erasureId: string): Promise<DeletionCertificate> {
  requireRole(ctx, "SUPER_ADMIN");
  return findDeletionCertificate(ctx.db, erasureId);
}

/** As `readDeletionCertificate`, for the operator at the machine. */
export async function findDeletionCertificate(db: Database, erasureId: string): Promise<DeletionCertificate> {
  const [row] = isUuid(erasureId)
    ? await inSystem(db, (tx) => tx.select().from(erasures).where(eq(erasures.id, erasureId)))
    : [];
  if (!row) throw new AssayError("NOT_FOUND", `Cannot find erasure '${erasureId}'`, { details: { id: erasureId } });
  const { certificate: payload, signature, keyId } = row;
  if (payload === null || signature === null || keyId === null)
    throw new AssayError("INVALID_STATE", "Cannot give the certificate because the tenant is still being erased");
  return { payload, signature, keyId };
}

/**
 * The erasure that was begun of the tenant of this id or name, if it has one: where such a tenant lives, one of it that is
 * not finished; else the newest. Throws INVALID_STATE for a name that several have.
 */
export async function findErasure(db: Database, given: string): Promise<Erasure | undefined> {
  const live = await findTenant(db, given).catch(undefinedWhereMissing);
  const erasedId = live?.id ?? (isUuid(given) ? given : undefined);
  const is =
    erasedId === undefined
      ? eq(erasures.tenantName, given)
      : and(eq(erasures.erasedTenantId, erasedId), live ? isNull(erasures.finishedAt) : undefined);
  const [row] = await inSystem(db, (tx) =>
    tx.select().from(erasures).where(is).orderBy(desc(erasures.requestedAt)).limit(1),
  );
  return row && toErasure(row);
}

function undefinedWhereMissing(error: unknown): undefined {
  if (error instanceof AssayError && error.code === "NOT_FOUND") return undefined;
  throw error;
}
