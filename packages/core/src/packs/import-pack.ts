import type { PackFile } from "@assay/contract";
import type { Transaction } from "@assay/db";
import { recordAudit } from "../audit/record-audit.ts";
import type { ParsedPack } from "../ports/pack-parser.ts";
import { type Context, toOwnTenant } from "../tenancy/context.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { asCatalog, inTenant } from "../tenancy/transact.ts";
import { assignCriterionIds } from "./assign-criterion-ids.ts";
import { fromPackFile } from "./pack-file/index.ts";
import { getPackRow, insertPack, insertVersion, lockPack, markPublished } from "./write-version.ts";

export interface ImportedVersion {
  readonly packId: string;
  readonly criteriaVersionId: string;
  readonly version: number;
}

/** As `publishParsedPack`, of Assay's own format. */
export function importPack(
  ctx: Context,
  pack: PackFile,
  { packId }: { packId?: string } = {},
): Promise<ImportedVersion> {
  return publishParsedPack(ctx, fromPackFile(pack), packId === undefined ? { name: pack.name } : { packId });
}

/** Adds a new, published criteria version, all of it or nothing: of a new pack of that name, or of `packId`. */
export function publishParsedPack(
  ctx: Context,
  pack: ParsedPack,
  into: { readonly packId: string } | { readonly name: string },
): Promise<ImportedVersion> {
  requireRole(ctx, "SUPER_ADMIN");
  const home = toOwnTenant(ctx);
  return inTenant(home, async (tx) => {
    const imported = await writePublished(tx, pack, into);
    await recordAudit(tx, home, published(imported));
    return imported;
  });
}

/** The rows of `publishParsedPack`, without its entry. */
export function writePublished(
  tx: Transaction,
  pack: ParsedPack,
  into: { readonly packId: string } | { readonly name: string },
): Promise<ImportedVersion> {
  return asCatalog(tx, async () => {
    const { id: packId } =
      "packId" in into
        ? await getPackRow(tx, into.packId)
        : await insertPack(tx, { name: into.name, description: pack.description });
    await lockPack(tx, packId);
    const { id, version } = await insertVersion(tx, packId, await assignCriterionIds(tx, packId, pack.criteria));
    await markPublished(tx, packId, id);
    return { packId, criteriaVersionId: id, version };
  });
}

export function published({ criteriaVersionId }: ImportedVersion) {
  return {
    action: "criteria_version.published",
    objectType: "criteria_version",
    objectId: criteriaVersionId,
  } as const;
}
