import type { PackImportReply } from "@assay/contract";
import { recordAudit } from "../audit/record-audit.ts";
import type { ParsedPack } from "../ports/pack-parser.ts";
import type { Context } from "../tenancy/context.ts";
import { asCatalog } from "../tenancy/transact.ts";
import { assignCriterionIds } from "./assign-criterion-ids.ts";
import { type PackLimits, requireRoomForVersion } from "./pack-limits.ts";
import { changePack } from "./pack-place.ts";
import { getVersionRow, toCriteriaVersion } from "./read-versions.ts";
import { summarizeImport } from "./summarize-import.ts";
import { insertVersion } from "./write-version.ts";

/**
 * Adds a DRAFT criteria version to a pack, all of it or nothing; a dry run stores nothing and answers what it would be.
 * Throws as `changePack`, and TENANT_LIMIT_EXCEEDED, in a dry run too.
 */
export function importVersion(
  ctx: Context,
  { packId, pack, dryRun }: { packId: string; pack: ParsedPack; dryRun: boolean },
  limits: PackLimits,
): Promise<PackImportReply> {
  return changePack(ctx, packId, async (tx, place, { ownerTenantId }) => {
    const numbered = await asCatalog(tx, () => assignCriterionIds(tx, packId, pack.criteria));
    const summary = { ...summarizeImport(pack.criteria, numbered), skipped: [...pack.skipped] };
    if (ownerTenantId !== null) await requireRoomForVersion(tx, ownerTenantId, summary.requirementCount, limits);
    if (dryRun) return { dryRun, version: null, ...summary };
    const { id, version } = await asCatalog(tx, async () => {
      const { id } = await insertVersion(tx, packId, numbered);
      return { id, version: toCriteriaVersion(await getVersionRow(tx, packId, id)) };
    });
    await recordAudit(tx, place, {
      action: "criteria_version.imported",
      objectType: "criteria_version",
      objectId: id,
    });
    return { dryRun, version, ...summary };
  });
}
