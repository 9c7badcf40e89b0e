import type { Requirement } from "@assay/contract";
import { decodeCursor, type Page, toPage } from "../paging.ts";
import { requirePinned } from "../records/index.ts";
import type { Context } from "../tenancy/context.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inTenant } from "../tenancy/transact.ts";
import { requirementsOf, toRequirement } from "./bindings.ts";
import { withPack } from "./pack-place.ts";
import { getVersionRow } from "./read-versions.ts";

interface VersionQuery {
  readonly packId: string;
  readonly criteriaVersionId: string;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** The requirements of a version, of a draft too, in pack order. Throws NOT_FOUND, INTEGRITY_ERROR. */
export async function listVersionRequirements(ctx: Context, query: VersionQuery): Promise<Page<Requirement>> {
  requireRole(ctx, "ADMIN");
  const { packId, criteriaVersionId, limit, cursor } = query;
  const after = cursor === undefined ? -1 : decodeCursor("version-requirements", cursor, ["number"])[0];
  const { page, isPublished } = await withPack(ctx, packId, async (tx) => {
    const { id, status } = await getVersionRow(tx, packId, criteriaVersionId);
    const rows = await requirementsOf(tx, id, after).limit(limit + 1);
    const page = toPage("version-requirements", rows, limit, (row) => [row.position]);
    return { page, isPublished: status === "PUBLISHED" };
  });
  // The audit log is the tenant's, which the catalogue cannot read.
  if (isPublished)
    await inTenant(ctx, (tx) =>
      requirePinned(tx, "criteria_version", { tenantId: ctx.tenantId, id: criteriaVersionId }),
    );
  return { items: page.items.map(toRequirement), nextCursor: page.nextCursor };
}
