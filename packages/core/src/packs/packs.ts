import type { CreatePackBody, Pack, PackListQuery, PackOwner, PatchPackBody } from "@assay/contract";
import { oneRow, packs } from "@assay/db";
import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import { mapPage, newestPage, type Page } from "../paging.ts";
import type { Context } from "../tenancy/context.ts";
import { hasRole, requireRole } from "../tenancy/require-role.ts";
import { asCatalog, inPacks, inTenant } from "../tenancy/transact.ts";
import { type PackLimits, requireRoomForPack } from "./pack-limits.ts";
import { changePack, placeOf, requireDeployment, withPack } from "./pack-place.ts";
import { insertPack, type PackRow } from "./write-version.ts";

/**
 * Makes a pack without a version: of the tenant, or of the deployment, which is what a SUPER_ADMIN makes unless asked.
 * Throws FORBIDDEN for one of the deployment without that role, TENANT_LIMIT_EXCEEDED.
 */
export async function createPack(ctx: Context, { owner, ...pack }: CreatePackBody, limits: PackLimits): Promise<Pack> {
  requireRole(ctx, "ADMIN");
  const ownerTenantId = chooseOwner(ctx, owner);
  const place = placeOf(ctx, ownerTenantId);
  return inTenant(place, async (tx) => {
    if (ownerTenantId !== null) await requireRoomForPack(tx, ownerTenantId, limits);
    const row = await asCatalog(tx, () => insertPack(tx, { ...pack, ownerTenantId }));
    await recordAudit(tx, place, { action: "pack.created", objectType: "pack", objectId: row.id });
    return toPack(row);
  });
}

/** The tenant, or null for the deployment. Throws FORBIDDEN. */
export function chooseOwner(ctx: Context, owner: PackOwner | undefined): string | null {
  const chosen = owner ?? (hasRole(ctx.actor, "SUPER_ADMIN") ? "DEPLOYMENT" : "TENANT");
  if (chosen === "TENANT") return ctx.tenantId;
  requireDeployment(ctx, "make a pack of the deployment");
  return null;
}

/**
 * Renames a pack, describes it, archives it or takes it out of the archive. An archived pack takes no versions and no
 * new bindings; tenants that use it keep it. Throws as `changePack`, and TENANT_LIMIT_EXCEEDED for one that leaves it.
 */
export function patchPack(
  ctx: Context,
  packId: string,
  { archived, ...texts }: PatchPackBody,
  limits: PackLimits,
): Promise<Pack> {
  return changePack(
    ctx,
    packId,
    async (tx, place, before) => {
      const { ownerTenantId } = before;
      const restored = archived === false && before.archivedAt !== null;
      if (restored && ownerTenantId !== null) await requireRoomForPack(tx, ownerTenantId, limits);
      const change = {
        name: texts.name ?? before.name,
        description: texts.description ?? before.description,
        archivedAt: (archived ?? before.archivedAt !== null) ? (before.archivedAt ?? sql`now()`) : null,
      };
      const row = await asCatalog(tx, async () =>
        oneRow(await tx.update(packs).set(change).where(eq(packs.id, before.id)).returning()),
      );
      const events = changesOf(before, row).map(
        (action) => ({ action, objectType: "pack", objectId: row.id }) as const,
      );
      await recordAudit(tx, place, ...events);
      return toPack(row);
    },
    { archived: true },
  );
}

function changesOf(before: PackRow, after: PackRow) {
  const renamed = before.name !== after.name || before.description !== after.description;
  const moved = (before.archivedAt === null) !== (after.archivedAt === null);
  return [
    ...(renamed ? (["pack.changed"] as const) : []),
    ...(moved ? [after.archivedAt === null ? ("pack.restored" as const) : ("pack.archived" as const)] : []),
  ];
}

/** Throws NOT_FOUND, CROSS_TENANT_ACCESS_DENIED. */
export function getPack(ctx: Context, packId: string): Promise<Pack> {
  return withPack(ctx, packId, async (_, pack) => toPack(pack));
}

/**
 * The tenant's own packs and those that it uses or is offered; for a SUPER_ADMIN the tenant's own and all of the
 * deployment's. Newest first.
 */
export function listPacks(ctx: Context, { owner, archived, ...query }: PackListQuery): Promise<Page<Pack>> {
  requireRole(ctx, "ADMIN");
  const ofOwner = owner && (owner === "TENANT" ? isNotNull : isNull)(packs.ownerTenantId);
  const inArchive = archived === "true" ? isNotNull(packs.archivedAt) : isNull(packs.archivedAt);
  return inPacks(ctx, async (tx) =>
    mapPage(
      await newestPage("packs", query, {
        from: tx.select().from(packs),
        columns: packs,
        where: and(ofOwner, inArchive),
      }),
      toPack,
    ),
  );
}

function toPack({ id, name, description, ownerTenantId, archivedAt, createdAt }: PackRow): Pack {
  return {
    id,
    name,
    description,
    owner: ownerTenantId === null ? "DEPLOYMENT" : "TENANT",
    archivedAt: archivedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}
