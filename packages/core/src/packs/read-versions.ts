import { AssayError, type CriteriaVersion, isUuid } from "@assay/contract";
import { criteriaVersions, type Transaction } from "@assay/db";
import { and, desc, eq, lt, sql } from "drizzle-orm";
import { decodeCursor, type Page, toPage } from "../paging.ts";
import type { Context } from "../tenancy/context.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { withPack } from "./pack-place.ts";

const columns = {
  id: criteriaVersions.id,
  packId: criteriaVersions.packId,
  version: criteriaVersions.version,
  status: criteriaVersions.status,
  createdAt: criteriaVersions.createdAt,
  publishedAt: criteriaVersions.publishedAt,
  criteriaCount: sql<number>`(select count(*)::int from criteria where criteria_version_id = criteria_versions.id)`,
  requirementCount: sql<number>`(select count(*)::int from requirements where criteria_version_id = criteria_versions.id)`,
};
type VersionRow = Awaited<ReturnType<typeof getVersionRow>>;

/** A version of a pack that the actor may see. Throws NOT_FOUND. */
export async function getVersionRow(tx: Transaction, packId: string, id: string) {
  const [row] =
    isUuid(id) && isUuid(packId)
      ? await tx
          .select(columns)
          .from(criteriaVersions)
          .where(and(eq(criteriaVersions.id, id), eq(criteriaVersions.packId, packId)))
      : [];
  if (row) return row;
  throw new AssayError("NOT_FOUND", `Cannot find criteria version '${id}' of pack '${packId}'`, { details: { id } });
}

export function toCriteriaVersion(row: VersionRow): CriteriaVersion {
  return {
    id: row.id,
    packId: row.packId,
    version: row.version,
    status: row.status,
    criteriaCount: row.criteriaCount,
    requirementCount: row.requirementCount,
    createdAt: row.createdAt.toISOString(),
    publishedAt: row.publishedAt?.toISOString() ?? null,
  };
}

/** One version of a pack, which a tenant or a run of it may name. Throws NOT_FOUND. */
export function readVersion(
  ctx: Context,
  { packId, criteriaVersionId }: { packId: string; criteriaVersionId: string },
): Promise<CriteriaVersion> {
  return withPack(ctx, packId, async (tx) => toCriteriaVersion(await getVersionRow(tx, packId, criteriaVersionId)));
}

/** The versions of a pack, newest first; drafts too, where the actor may change the pack. Throws as `withPack`. */
export function listVersions(
  ctx: Context,
  { packId, limit, cursor }: { packId: string; limit: number; cursor?: string | undefined },
): Promise<Page<CriteriaVersion>> {
  requireRole(ctx, "ADMIN");
  const before = cursor === undefined ? undefined : decodeCursor("criteria-versions", cursor, ["number"])[0];
  return withPack(ctx, packId, async (tx) => {
    const rows = await tx
      .select(columns)
      .from(criteriaVersions)
      .where(
        and(
          eq(criteriaVersions.packId, packId),
          before === undefined ? undefined : lt(criteriaVersions.version, before),
        ),
      )
      .orderBy(desc(criteriaVersions.version))
      .limit(limit + 1);
    const page = toPage("criteria-versions", rows, limit, (row) => [row.version]);
    return { items: page.items.map(toCriteriaVersion), nextCursor: page.nextCursor };
  });
}
