import { AssayError, type PackOwner } from "@assay/contract";
import { criteriaVersions, lockUntilCommit, packBindings, packs, type Transaction } from "@assay/db";
import { and, desc, eq } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import type { ParsedPack } from "../ports/pack-parser.ts";
import type { Context } from "../tenancy/context.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { asCatalog, inTenant } from "../tenancy/transact.ts";
import { writeBinding } from "./bindings.ts";
import { type ImportedVersion, published, writePublishedPack } from "./import-pack.ts";
import { holdPack, isArchived, withPack } from "./pack-place.ts";
import { chooseOwner } from "./packs.ts";

/** A pack that is there, or one that a file holds. */
export type PackSource =
  | { readonly packId: string }
  | { readonly pack: ParsedPack; readonly name: string; readonly owner?: PackOwner };

export interface AdoptedPack {
  readonly name: string;
  /** What the tenant was bound to; absent where it uses a pack of this id, or of this name, already. */
  readonly bound?: ImportedVersion;
}

/**
 * Binds the tenant to the newest published version of a pack, or to what a file holds, published as a new pack of the
 * tenant unless `owner` says otherwise. A tenant that uses the pack keeps its version. Throws NOT_FOUND, INVALID_STATE for an
 * archived pack and for one without a published version.
 */
export async function adoptPack(ctx: Context, source: PackSource): Promise<AdoptedPack> {
  requireRole(ctx, "SUPER_ADMIN");
  const known = "packId" in source ? await withPack(ctx, source.packId, async (_, pack) => pack) : undefined;
  return inTenant(ctx, async (tx) => {
    await lockUntilCommit(tx, `assay.adopt ${ctx.tenantId}`);
    const name = "packId" in source ? known!.name : source.name;
    if (await isUsed(tx, ctx.tenantId, source)) return { name };
    if ("packId" in source && (await holdPack(tx, source.packId)).archivedAt !== null) throw isArchived(source.packId);
    const bound =
      "packId" in source
        ? await asCatalog(tx, () => newestPublished(tx, source.packId))
        : await writePublishedPack(tx, source.pack, {
            name,
            ownerTenantId: chooseOwner(ctx, source.owner ?? "TENANT"),
          });
    const { packId, criteriaVersionId } = bound;
    await writeBinding(tx, { tenantId: ctx.tenantId, packId, criteriaVersionId });
    await recordAudit(tx, ctx, ...("packId" in source ? [] : [published(bound)]), {
      action: "pack.bound",
      objectType: "pack",
      objectId: packId,
    });
    return { name, bound };
  });
}

async function isUsed(tx: Transaction, tenantId: string, source: PackSource): Promise<boolean> {
  const rows = await tx
    .select({ packId: packs.id })
    .from(packBindings)
    .innerJoin(packs, eq(packs.id, packBindings.packId))
    .where(
      and(
        eq(packBindings.tenantId, tenantId),
        "packId" in source ? eq(packs.id, source.packId) : eq(packs.name, source.name),
      ),
    );
  return rows.length > 0;
}

async function newestPublished(tx: Transaction, packId: string): Promise<ImportedVersion> {
  const [row] = await tx
    .select({
      packId: criteriaVersions.packId,
      criteriaVersionId: criteriaVersions.id,
      version: criteriaVersions.version,
    })
    .from(criteriaVersions)
    .where(and(eq(criteriaVersions.packId, packId), eq(criteriaVersions.status, "PUBLISHED")))
    .orderBy(desc(criteriaVersions.version))
    .limit(1);
  if (row) return row;
  throw new AssayError("INVALID_STATE", `Cannot use pack '${packId}' because no version of it is published`, {
    details: { id: packId },
  });
}
