import type { PackImportReply } from "@assay/contract";
import { recordAudit } from "../audit/record-audit.ts";
import type { ParsedPack } from "../ports/pack-parser.ts";
import { type Context, toOwnTenant } from "../tenancy/context.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { asCatalog, inTenant } from "../tenancy/transact.ts";
import { assignCriterionIds } from "./assign-criterion-ids.ts";
import { getVersionRow, toCriteriaVersion } from "./read-versions.ts";
import { summarizeImport } from "./summarize-import.ts";
import { getPackRow, insertVersion, lockPack } from "./write-version.ts";

/**
 * Adds a DRAFT criteria version to a pack, all of it or nothing; a dry run stores nothing and answers what it would be.
 * Throws NOT_FOUND.
 */
export function importVersion(
  ctx: Context,
  { packId, pack, dryRun }: { packId: string; pack: ParsedPack; dryRun: boolean },
): Promise<PackImportReply> {
  requireRole(ctx, "SUPER_ADMIN");
  const home = toOwnTenant(ctx);
  return inTenant(home, async (tx) => {
    await getPackRow(tx, packId);
    await lockPack(tx, packId);
    const numbered = await assignCriterionIds(tx, packId, pack.criteria);
    const summary = { ...summarizeImport(pack.criteria, numbered), skipped: [...pack.skipped] };
    if (dryRun) return { dryRun, version: null, ...summary };
    const { id } = await asCatalog(tx, () => insertVersion(tx, packId, numbered));
    const version = toCriteriaVersion(await getVersionRow(tx, packId, id));
    await recordAudit(tx, home, {
      action: "criteria_version.imported",
      objectType: "criteria_version",
      objectId: id,
    });
    return { dryRun, version, ...summary };
  });
}
