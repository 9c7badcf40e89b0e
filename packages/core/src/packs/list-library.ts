import type { LibraryPack } from "@assay/contract";
import { criteriaVersions, packBindings, packOffers, packs } from "@assay/db";
import { and, desc, eq, isNull, or, sql } from "drizzle-orm";
import { isOneOf } from "../is-one-of.ts";
import { mapPage, newestPage, type Page } from "../paging.ts";
import type { Context } from "../tenancy/context.ts";
import type { PageQuery } from "../tenancy/list-for-admins.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inTenant } from "../tenancy/transact.ts";
import type { PackRow } from "./write-version.ts";

/** The packs that the tenant uses, and those with a published version that it could use, newest first. */
export function listLibrary(ctx: Context, query: PageQuery): Promise<Page<LibraryPack>> {
  requireRole(ctx, "VIEWER");
  const { tenantId } = ctx;
  return inTenant(ctx, async (tx) => {
    const bound = tx
      .select({ packId: packBindings.packId, version: criteriaVersions.version })
      .from(packBindings)
      .innerJoin(criteriaVersions, eq(criteriaVersions.id, packBindings.criteriaVersionId))
      .where(eq(packBindings.tenantId, tenantId));
    const offered = tx
      .select({ packId: packOffers.packId })
      .from(packOffers)
      .where(and(eq(packOffers.tenantId, tenantId), eq(packOffers.packId, packs.id)));
    const used = tx
      .select({ packId: packBindings.packId })
      .from(packBindings)
      .where(and(eq(packBindings.tenantId, tenantId), eq(packBindings.packId, packs.id)));
    const published = tx
      .select({ id: criteriaVersions.id })
      .from(criteriaVersions)
      .where(and(eq(criteriaVersions.packId, packs.id), eq(criteriaVersions.status, "PUBLISHED")));
    const mayBind = or(eq(packs.ownerTenantId, tenantId), packs.offeredToAll, sql`exists ${offered}`);
    const page = await newestPage<PackRow>("library", query, {
      from: tx.select().from(packs),
      columns: packs,
      where: or(sql`exists ${used}`, and(isNull(packs.archivedAt), mayBind, sql`exists ${published}`)),
    });
    const newest = await tx
      .selectDistinctOn([criteriaVersions.packId], {
        packId: criteriaVersions.packId,
        criteriaVersionId: criteriaVersions.id,
        version: criteriaVersions.version,
        publishedAt: criteriaVersions.publishedAt,
        requirementCount: sql<number>`(select count(*)::int from requirements where criteria_version_id = criteria_versions.id)`,
      })
      .from(criteriaVersions)
      .where(
        and(
          isOneOf(
            criteriaVersions.packId,
            page.items.map(({ id }) => id),
          ),
          eq(criteriaVersions.status, "PUBLISHED"),
        ),
      )
      .orderBy(criteriaVersions.packId, desc(criteriaVersions.version));
    const versions = new Map(newest.map(({ packId, ...version }) => [packId, version]));
    const boundVersions = new Map((await bound).map(({ packId, version }) => [packId, version]));
    return mapPage(page, ({ id, name, description, ownerTenantId }) => {
      const { publishedAt, ...version } = versions.get(id)!;
      return {
        ...{ id, name, description, owner: ownerTenantId === null ? "DEPLOYMENT" : "TENANT", ...version },
        publishedAt: publishedAt!.toISOString(),
        boundVersion: boundVersions.get(id) ?? null,
      };
    });
  });
}
