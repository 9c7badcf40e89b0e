import type { Overview } from "@assay/contract";
import { corpusActivations, criteriaVersions, packBindings, packs, type Transaction } from "@assay/db";
import { and, asc, eq, sql } from "drizzle-orm";
import { findRecommendedVersion } from "../retrieval-versions/recommended-version.ts";
import { findActiveVersion } from "../retrieval-versions/retrieval-versions.ts";

/** The engine that new runs pin; null before the first start. */
export async function findRetrievalVersion(tx: Transaction): Promise<Overview["retrievalVersion"]> {
  const version = await findActiveVersion(tx);
  if (!version) return null;
  const { id, embedderModel, assessorModel, activatedAt } = version;
  const recommended = await findRecommendedVersion(tx);
  return {
    id,
    embedderModel,
    assessorModel,
    activatedAt: activatedAt!.toISOString(),
    recommendedId: recommended?.id ?? null,
  };
}

const BOUND_MAX = 100;

/** What each pack of the tenant has active. */
export async function findPacks(tx: Transaction, tenantId: string): Promise<Overview["packs"]> {
  const rows = await tx
    .select({
      packId: packs.id,
      name: packs.name,
      criteriaVersionId: criteriaVersions.id,
      version: criteriaVersions.version,
      newestVersion: sql<number>`(select max(newer.version) from criteria_versions newer
        where newer.pack_id = ${packs.id} and newer.status = 'PUBLISHED')`,
      guidanceId: corpusActivations.id,
      activatedAt: corpusActivations.activatedAt,
      ingestionCount: sql<number>`(select count(*)::int from corpus_activation_items item
        where item.activation_id = ${corpusActivations.id})`,
    })
    .from(packBindings)
    .innerJoin(packs, eq(packs.id, packBindings.packId))
    .innerJoin(
      criteriaVersions,
      and(eq(criteriaVersions.packId, packBindings.packId), eq(criteriaVersions.id, packBindings.criteriaVersionId)),
    )
    .leftJoin(
      corpusActivations,
      sql`${corpusActivations.id} = (select newest.id from corpus_activations newest
        where newest.pack_id = ${packs.id} order by newest.activated_at desc, newest.id desc limit 1)`,
    )
    .where(eq(packBindings.tenantId, tenantId))
    .orderBy(asc(packBindings.boundAt), asc(packBindings.packId))
    .limit(BOUND_MAX);
  return rows.map(({ guidanceId, activatedAt, ingestionCount, ...row }) => ({
    ...row,
    guidance:
      guidanceId && activatedAt ? { id: guidanceId, activatedAt: activatedAt.toISOString(), ingestionCount } : null,
  }));
}
