import { AssayError, isUuid, type PackOffer, type PutOfferBody } from "@assay/contract";
import { packOffers, packs, type Transaction, tenants } from "@assay/db";
import { asc, eq, inArray } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import type { Context } from "../tenancy/context.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { asCatalog, inSystem } from "../tenancy/transact.ts";
import { changePack, withPack } from "./pack-place.ts";
import type { PackRow } from "./write-version.ts";

/**
 * Says whose ADMINs may bind a pack of the deployment, in place of what was said before. A tenant that uses the pack
 * keeps it. Throws NOT_FOUND for an unknown pack or tenant, INVALID_STATE for a tenant's own pack.
 */
export async function offerPack(ctx: Context, packId: string, { tenantIds }: PutOfferBody): Promise<PackOffer> {
  requireRole(ctx, "SUPER_ADMIN");
  const named = tenantIds === "ALL" ? [] : [...new Set(tenantIds)];
  await requireTenants(ctx, named);
  return changePack(ctx, packId, async (tx, place, pack) => {
    requireOfDeployment(pack);
    const offer = await asCatalog(tx, async () => {
      await tx
        .update(packs)
        .set({ offeredToAll: tenantIds === "ALL" })
        .where(eq(packs.id, packId));
      await tx.delete(packOffers).where(eq(packOffers.packId, packId));
      if (named.length > 0) await tx.insert(packOffers).values(named.map((tenantId) => ({ packId, tenantId })));
      return readOffer(tx, { ...pack, offeredToAll: tenantIds === "ALL" });
    });
    await recordAudit(tx, place, { action: "pack.offered", objectType: "pack", objectId: packId });
    return offer;
  });
}

/** Throws NOT_FOUND, INVALID_STATE for a tenant's own pack. */
export async function getOffer(ctx: Context, packId: string): Promise<PackOffer> {
  requireRole(ctx, "SUPER_ADMIN");
  return withPack(ctx, packId, async (tx, pack) => {
    requireOfDeployment(pack);
    return readOffer(tx, pack);
  });
}

async function readOffer(tx: Transaction, { id, offeredToAll }: PackRow): Promise<PackOffer> {
  if (offeredToAll) return { packId: id, tenantIds: "ALL" };
  const rows = await tx
    .select({ tenantId: packOffers.tenantId })
    .from(packOffers)
    .where(eq(packOffers.packId, id))
    .orderBy(asc(packOffers.tenantId));
  return { packId: id, tenantIds: rows.map(({ tenantId }) => tenantId) };
}

async function requireTenants({ db }: Context, ids: readonly string[]): Promise<void> {
  const wellFormed = ids.filter(isUuid);
  const rows = await inSystem(db, (tx) =>
    tx.select({ id: tenants.id }).from(tenants).where(inArray(tenants.id, wellFormed)),
  );
  const known = new Set(rows.map(({ id }) => id));
  const missing = ids.find((id) => !known.has(id));
  if (missing !== undefined)
    throw new AssayError("NOT_FOUND", `Cannot find tenant '${missing}'`, { details: { id: missing } });
}

function requireOfDeployment({ id, ownerTenantId }: PackRow): void {
  if (ownerTenantId !== null)
    throw new AssayError("INVALID_STATE", `Cannot offer pack '${id}' because it is a tenant's own`, {
      details: { id },
    });
}
