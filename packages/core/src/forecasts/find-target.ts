import { retrievalVersions, type Transaction } from "@assay/db";
import { and, isNotNull, ne } from "drizzle-orm";
import { findActiveVersion, type RetrievalVersion } from "../retrieval-versions/active-version.ts";
import { findRecommendedVersion, newestOfReleases } from "../retrieval-versions/recommended-version.ts";

export interface Target {
  readonly version: RetrievalVersion;
  readonly isActive: boolean;
}

/**
 * What runs are held against: undefined where no other version was ever active, as nothing would change. As the catalogue.
 */
export async function findTarget(tx: Transaction): Promise<Target | undefined> {
  const target = await findJudging(tx);
  if (!target) return undefined;
  const [other] = await tx
    .select({ id: retrievalVersions.id })
    .from(retrievalVersions)
    .where(and(isNotNull(retrievalVersions.activatedAt), ne(retrievalVersions.id, target.version.id)))
    .limit(1);
  return other && target;
}

/**
 * The version that is to judge: the recommended one while nobody has decided about it, else what the release made and nobody
 * has activated yet, else the active one.
 */
async function findJudging(tx: Transaction): Promise<Target | undefined> {
  const active = await findActiveVersion(tx);
  if (!active) return undefined;
  const recommended = await findRecommendedVersion(tx);
  if (recommended) return { version: recommended, isActive: false };
  const own = await newestOfReleases(tx);
  if (own && own.activatedAt === null && own.createdAt > active.createdAt) return { version: own, isActive: false };
  return { version: active, isActive: true };
}
