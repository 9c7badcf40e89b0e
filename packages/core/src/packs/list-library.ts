import type { LibraryPack } from "@assay/contract";
import { criteriaVersions, packBindings, packOffers, packs, type Transaction } from "@assay/db";
import { and, desc, eq, isNull, or, sql } from "drizzle-orm";
import { alias, union } from "drizzle-orm/pg-core";
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
    const inReach = await packsInReach(tx, tenantId);
    const page = await newestPage<PackRow>("library", query, {
      from: tx.select().from(packs),
      columns: packs,
      where: and(
        isOneOf(
          packs.id,
          inReach.map(({ id }) => id),
        ),
        or(isUsed(tx, tenantId), and(isNull(packs.archivedAt), isPublished(tx))),
      ),
    });
    const versions = await loadVersions(
      tx,
      tenantId,
      page.items.map(({ id }) => id),
    );
    return mapPage(page, ({ id, name, description, ownerTenantId }) => ({
      ...{ id, name, description, owner: ownerTenantId === null ? "DEPLOYMENT" : "TENANT", ...versions.get(id)! },
    }));
  });
}

/**
 * Ids of the tenant's own packs, of those that it uses and of those that it is offered. Read by themselves: in the page's
 * statement the planner goes through the packs of all tenants instead.
 */
function packsInReach(tx: Transaction, tenantId: string) {
  const own = tx.select({ id: packs.id }).from(packs).where(eq(packs.ownerTenantId, tenantId));
  const forAll = tx
    .select({ id: packs.id })
    .from(packs)
    .where(and(isNull(packs.ownerTenantId), packs.offeredToAll));
  const used = tx.select({ id: packBindings.packId }).from(packBindings).where(eq(packBindings.tenantId, tenantId));
  const offered = tx.select({ id: packOffers.packId }).from(packOffers).where(eq(packOffers.tenantId, tenantId));
  return union(own, forAll, used, offered);
}

function isUsed(tx: Transaction, tenantId: string) {
  const binding = tx
    .select({ packId: packBindings.packId })
    .from(packBindings)
    .where(and(eq(packBindings.tenantId, tenantId), eq(packBindings.packId, packs.id)));
  return sql`exists ${binding}`;
}

/** Of the pack of the outer query. */
function publishedVersions(tx: Transaction) {
  return tx
    .select({ id: criteriaVersions.id, version: criteriaVersions.version, publishedAt: criteriaVersions.publishedAt })
    .from(criteriaVersions)
    .where(and(eq(criteriaVersions.packId, packs.id), eq(criteriaVersions.status, "PUBLISHED")));
}

/** A value of the first row found: as `exists`, the planner may read the versions of all packs. */
function isPublished(tx: Transaction) {
  const any = tx.select({ found: sql`true` }).from(publishedVersions(tx).limit(1).as("published"));
  return sql`coalesce(${any}, false)`;
}

/** Of each pack the newest published version with its size, which is counted of that one alone, and the one in use. */
async function loadVersions(tx: Transaction, tenantId: string, ids: readonly string[]) {
  const newest = publishedVersions(tx).orderBy(desc(criteriaVersions.version)).limit(1).as("newest");
  const bound = alias(criteriaVersions, "bound");
  const rows = await tx
    .select({
      packId: packs.id,
      criteriaVersionId: newest.id,
      version: newest.version,
      publishedAt: newest.publishedAt,
      requirementCount: sql<number>`(select count(*)::int from requirements where criteria_version_id = ${newest.id})`,
      boundVersion: bound.version,
    })
    .from(packs)
    .crossJoinLateral(newest)
    .leftJoin(packBindings, and(eq(packBindings.tenantId, tenantId), eq(packBindings.packId, packs.id)))
    .leftJoin(bound, eq(bound.id, packBindings.criteriaVersionId))
    .where(isOneOf(packs.id, ids));
  return new Map(
    rows.map(({ packId, publishedAt, ...version }) => [
      packId,
      { ...version, publishedAt: publishedAt!.toISOString() },
    ]),
  );
}
