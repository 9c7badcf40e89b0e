import { AssayError, isUuid } from "@assay/contract";
import {
  corpusActivations,
  criteria,
  criteriaVersions,
  insertInBatches,
  lockUntilCommit,
  newId,
  oneRow,
  packs,
  requirements,
  type Transaction,
} from "@assay/db";
import { and, eq, inArray, max, sql } from "drizzle-orm";
import type { NumberedCriterion } from "./assign-criterion-ids.ts";

export type PackRow = typeof packs.$inferSelect;

/** A pack is born with an empty corpus activation, so that a run can pin one. Needs the catalogue's rights. */
export async function insertPack(
  tx: Transaction,
  pack: { name: string; description: string; ownerTenantId: string | null },
): Promise<PackRow> {
  const row = oneRow(await tx.insert(packs).values(pack).returning());
  await tx.insert(corpusActivations).values({ packId: row.id });
  return row;
}

export async function findPackRow(tx: Transaction, packId: string): Promise<PackRow | undefined> {
  const [row] = isUuid(packId) ? await tx.select().from(packs).where(eq(packs.id, packId)) : [];
  return row;
}

/** Throws NOT_FOUND. */
export async function getPackRow(tx: Transaction, packId: string): Promise<PackRow> {
  const row = await findPackRow(tx, packId);
  if (!row) throw new AssayError("NOT_FOUND", `Cannot find pack '${packId}'`, { details: { id: packId } });
  return row;
}

/** One import at a time for a pack: version numbers and criterion ids follow from the versions before. */
export async function lockPack(tx: Transaction, packId: string): Promise<void> {
  await lockUntilCommit(tx, packId);
}

/** Adds a DRAFT version. Needs the catalogue's rights and the pack's lock. */
export async function insertVersion(
  tx: Transaction,
  packId: string,
  numbered: readonly NumberedCriterion[],
): Promise<{ id: string; version: number }> {
  const [latest] = await tx
    .select({ version: max(criteriaVersions.version) })
    .from(criteriaVersions)
    .where(eq(criteriaVersions.packId, packId));
  const version = (latest?.version ?? 0) + 1;
  const criteriaVersionId = newId();
  await tx.insert(criteriaVersions).values({ id: criteriaVersionId, packId, version });
  await insertInBatches(
    tx,
    criteria,
    numbered.map(({ criterionId, sourceKey, title, description }, position) => ({
      criteriaVersionId,
      criterionId,
      sourceKey,
      title,
      description,
      position,
    })),
  );
  const items = numbered.flatMap(({ criterionId, requirements }) =>
    requirements.map(({ derived, ...item }) => ({ ...item, criterionId })),
  );
  await insertInBatches(
    tx,
    requirements,
    items.map((item, position) => ({ id: newId(), criteriaVersionId, position, ...item })),
  );
  return { id: criteriaVersionId, version };
}

/** The database refuses one that is published already. Returns whether the pack has the version. */
export async function markPublished(tx: Transaction, packId: string, criteriaVersionId: string): Promise<boolean> {
  const rows = await tx
    .update(criteriaVersions)
    .set({ status: "PUBLISHED", publishedAt: sql`now()` })
    .where(and(eq(criteriaVersions.id, criteriaVersionId), eq(criteriaVersions.packId, packId)))
    .returning({ id: criteriaVersions.id });
  return rows.length > 0;
}

/** Deletes a version of a pack, or all of them. The database refuses one that is published. */
export async function deleteVersions(tx: Transaction, packId: string, criteriaVersionId?: string): Promise<void> {
  const chosen = and(
    eq(criteriaVersions.packId, packId),
    criteriaVersionId === undefined ? undefined : eq(criteriaVersions.id, criteriaVersionId),
  );
  const ids = tx.select({ id: criteriaVersions.id }).from(criteriaVersions).where(chosen);
  await tx.delete(requirements).where(inArray(requirements.criteriaVersionId, ids));
  await tx.delete(criteria).where(inArray(criteria.criteriaVersionId, ids));
  await tx.delete(criteriaVersions).where(chosen);
}
