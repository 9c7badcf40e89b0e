import { AssayError, type PackFile, packFile } from "@assay/contract";
import { corpusActivations, criteria, criteriaVersions, newId, packs, requirements, type Transaction } from "@assay/db";
import { eq, max, sql } from "drizzle-orm";
import { recordAudit } from "../audit/record-audit.ts";
import type { Context } from "../tenancy/context.ts";
import { requireRole } from "../tenancy/require-role.ts";
import { asCatalog, inTenant } from "../tenancy/transact.ts";

export interface ImportedVersion {
  readonly packId: string;
  readonly criteriaVersionId: string;
  readonly version: number;
}

/** Parses the Assay JSON of a pack. Throws VALIDATION_ERROR with an issue per bad place. */
export function parsePackFile(value: unknown): PackFile {
  const parsed = packFile.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new AssayError("VALIDATION_ERROR", "Cannot import the pack as it is not valid Assay JSON", {
    details: { issues: parsed.error.issues.map((issue) => ({ field: issue.path.join("."), issue: issue.message })) },
  });
}

/**
 * Adds a new, published criteria version, all of it or nothing: of a new pack, or of `packId`. A new pack is born with
 * an empty corpus activation, so that a run can pin one.
 */
export function importPack(
  ctx: Context,
  pack: PackFile,
  { packId }: { packId?: string } = {},
): Promise<ImportedVersion> {
  requireRole(ctx, "SUPER_ADMIN");
  return inTenant(ctx, async (tx) => {
    const imported = await asCatalog(tx, () => writeVersion(tx, pack, packId));
    await recordAudit(tx, ctx, {
      action: "criteria_version.published",
      objectType: "criteria_version",
      objectId: imported.criteriaVersionId,
    });
    return imported;
  });
}

async function writeVersion(tx: Transaction, pack: PackFile, existingId: string | undefined): Promise<ImportedVersion> {
  const packId = existingId ?? newId();
  if (existingId === undefined) {
    await tx.insert(packs).values({ id: packId, name: pack.name, description: pack.description });
    await tx.insert(corpusActivations).values({ packId });
  } else {
    const [known] = await tx.select({ id: packs.id }).from(packs).where(eq(packs.id, packId));
    if (!known) throw new AssayError("NOT_FOUND", `Cannot find pack '${packId}'`, { details: { id: packId } });
  }
  const [latest] = await tx
    .select({ version: max(criteriaVersions.version) })
    .from(criteriaVersions)
    .where(eq(criteriaVersions.packId, packId));
  const version = (latest?.version ?? 0) + 1;
  const criteriaVersionId = newId();
  await tx.insert(criteriaVersions).values({ id: criteriaVersionId, packId, version });
  await tx.insert(criteria).values(
    pack.criteria.map((criterion, position) => ({
      criteriaVersionId,
      criterionId: criterion.criterionId,
      title: criterion.criterionTitle,
      description: criterion.criterionDescription,
      position,
    })),
  );
  const rows = pack.criteria.flatMap(({ criterionId, requirements }) =>
    requirements.map((item) => ({ ...item, criterionId })),
  );
  for (let at = 0; at < rows.length; at += 500)
    await tx
      .insert(requirements)
      .values(
        rows
          .slice(at, at + 500)
          .map((row, offset) => ({ id: newId(), criteriaVersionId, position: at + offset, ...row })),
      );
  await tx
    .update(criteriaVersions)
    .set({ status: "PUBLISHED", publishedAt: sql`now()` })
    .where(eq(criteriaVersions.id, criteriaVersionId));
  return { packId, criteriaVersionId, version };
}
