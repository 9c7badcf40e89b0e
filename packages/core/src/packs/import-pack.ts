import type { PackFile, PackOwner } from "@assay/contract";
import type { Transaction } from "@assay/db";
import { recordAudit } from "../audit/record-audit.ts";
import type { ParsedPack } from "../ports/pack-parser.ts";
import type { Context } from "../tenancy/context.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { asCatalog, inTenant } from "../tenancy/transact.ts";
import { assignCriterionIds } from "./assign-criterion-ids.ts";
import { fromPackFile } from "./pack-file/index.ts";
import { changePack, placeOf } from "./pack-place.ts";
import { chooseOwner } from "./packs.ts";
import { insertPack, insertVersion, lockPack, markPublished } from "./write-version.ts";

export interface ImportedVersion {
  readonly packId: string;
  readonly criteriaVersionId: string;
  readonly version: number;
}

/** As `publishParsedPack`, of Assay's own format. */
export function importPack(
  ctx: Context,
  pack: PackFile,
  { packId, owner }: { packId?: string; owner?: PackOwner } = {},
): Promise<ImportedVersion> {
  return publishParsedPack(ctx, fromPackFile(pack), packId === undefined ? { name: pack.name, owner } : { packId });
}

/**
 * Adds a new, published criteria version, all of it or nothing: of `packId`, or of a new pack of that name, which is the
 * deployment's unless `owner` says otherwise. For operators: no limit counts.
 */
export async function publishParsedPack(
  ctx: Context,
  pack: ParsedPack,
  into: { readonly packId: string } | { readonly name: string; readonly owner?: PackOwner | undefined },
): Promise<ImportedVersion> {
  requireRole(ctx, "SUPER_ADMIN");
  const record = async (tx: Transaction, place: Context, imported: ImportedVersion) => {
    await recordAudit(tx, place, published(imported));
    return imported;
  };
  if ("packId" in into)
    return changePack(ctx, into.packId, async (tx, place, { id }) =>
      record(tx, place, await writePublished(tx, id, pack)),
    );
  const ownerTenantId = chooseOwner(ctx, into.owner);
  const place = placeOf(ctx, ownerTenantId);
  return inTenant(place, async (tx) =>
    record(tx, place, await writePublishedPack(tx, pack, { name: into.name, ownerTenantId })),
  );
}

/** A new pack with a published version, without an entry. */
export async function writePublishedPack(
  tx: Transaction,
  pack: ParsedPack,
  { name, ownerTenantId }: { readonly name: string; readonly ownerTenantId: string | null },
): Promise<ImportedVersion> {
  const { id } = await asCatalog(tx, () => insertPack(tx, { name, description: pack.description, ownerTenantId }));
  return writePublished(tx, id, pack);
}

function writePublished(tx: Transaction, packId: string, pack: ParsedPack): Promise<ImportedVersion> {
  return asCatalog(tx, async () => {
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
