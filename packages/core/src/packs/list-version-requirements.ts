import type { Requirement } from "@assay/contract";
import { decodeCursor, type Page, toPage } from "../paging.ts";
import { requirePinned } from "../records/index.ts";
import type { Context } from "../tenancy/context.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { inTenant } from "../tenancy/transact.ts";
import { requirementsOf, toRequirement } from "./bindings.ts";
import { getVersionRow } from "./read-versions.ts";

interface VersionQuery {
  readonly packId: string;
  readonly criteriaVersionId: string;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** The requirements of a version, of a draft too, in pack order. Throws NOT_FOUND, INTEGRITY_ERROR. */
export function listVersionRequirements(ctx: Context, query: VersionQuery): Promise<Page<Requirement>> {
  requireRole(ctx, "ADMIN");
  const { packId, criteriaVersionId, limit, cursor } = query;
  const after = cursor === undefined ? -1 : decodeCursor("version-requirements", cursor, ["number"])[0];
  return inTenant(ctx, async (tx) => {
    const { id } = await getVersionRow(tx, packId, criteriaVersionId);
    await requirePinned(tx, "criteria_version", { tenantId: ctx.tenantId, id });
    const rows = await requirementsOf(tx, id, after).limit(limit + 1);
    const page = toPage("version-requirements", rows, limit, (row) => [row.position]);
    return { items: page.items.map(toRequirement), nextCursor: page.nextCursor };
  });
}
