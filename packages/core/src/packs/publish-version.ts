import type { CriteriaVersion } from "@assay/contract";
import { recordAudit } from "../audit/record-audit.ts";
import { type Context, toOwnTenant } from "../tenancy/context.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { asCatalog, inTenant } from "../tenancy/transact.ts";
import { getVersionRow, toCriteriaVersion } from "./read-versions.ts";
import { markPublished } from "./write-version.ts";

/** Makes a DRAFT final, so that tenants can be bound to it. Throws NOT_FOUND, IMMUTABLE_RESOURCE. */
export function publishVersion(
  ctx: Context,
  { packId, criteriaVersionId }: { packId: string; criteriaVersionId: string },
): Promise<CriteriaVersion> {
  requireRole(ctx, "SUPER_ADMIN");
  const home = toOwnTenant(ctx);
  return inTenant(home, async (tx) => {
    await getVersionRow(tx, packId, criteriaVersionId);
    await asCatalog(tx, () => markPublished(tx, packId, criteriaVersionId));
    const version = toCriteriaVersion(await getVersionRow(tx, packId, criteriaVersionId));
    await recordAudit(tx, home, {
      action: "criteria_version.published",
      objectType: "criteria_version",
      objectId: criteriaVersionId,
    });
    return version;
  });
}
