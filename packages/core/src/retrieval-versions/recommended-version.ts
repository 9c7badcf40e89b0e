import { type EngineMetrics, EVIDENCE_RULES } from "@assay/contract";
import { type Database, retrievalVersions, type Transaction } from "@assay/db";
import { and, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Models } from "../ports/models.ts";
import { inCatalog, inSystem } from "../tenancy/transact.ts";
import { findActiveVersion, type RetrievalVersion } from "./active-version.ts";
import { asRunnable } from "./as-runnable.ts";
import { canRun } from "./find-models.ts";
import { betterMeaning, isSameCheck } from "./meaning-of-version.ts";
import { findForeign } from "./metrics/belongs-to.ts";
import { findRefusal } from "./metrics/find-refusal.ts";
import { addMetrics, findMetrics } from "./metrics/stored-metrics.ts";
import { hasRulesOfRelease, RULES_OF_RELEASE } from "./pinned-rules.ts";
import { betterAssessor, betterKeys, hasValues, isEqual } from "./search-keys.ts";
import { ACTIVATION_LOCK, enqueueReembedding } from "./vector-coverage.ts";

type Values = Omit<
  RetrievalVersion,
  "id" | "origin" | "activateWhenReady" | "isMove" | "createdAt" | "activatedAt" | "chosenAt" | "recommendedAt"
>;

/** What releases set otherwise than the active version, which continues as it was. A value that somebody chose stays. */
const IMPROVEMENTS: readonly ((inForce: RetrievalVersion, models: Models) => Partial<Values>)[] = [
  (inForce, { embedders: [embedder] }) => betterKeys(embedder, inForce),
  (inForce, { assessors: [assessor] }) => betterAssessor(assessor, inForce),
  ({ evidenceRules }) => (evidenceRules === null ? { evidenceRules: EVIDENCE_RULES } : {}),
  (inForce, models) => betterMeaning(models, inForce),
  (inForce) => (hasRulesOfRelease(inForce) ? {} : RULES_OF_RELEASE),
];

/**
 * Adds the active version as this release would have it, where it differs, and recommends it where its metrics allow; an
 * administrator activates it. A start changes nothing where that is done already. What it searches by is made in the
 * background.
 */
export async function recommendVersion(db: Database, models: Models): Promise<void> {
  const added = await inCatalog(db, async (tx) => {
    const wanted = await wantedValues(tx, models);
    if (!wanted || isSame(await newestOfReleases(tx), wanted)) return undefined;
    // Several processes may start at once.
    await tx.execute(sql`select pg_advisory_xact_lock(${ACTIVATION_LOCK})`);
    if (isSame(await newestOfReleases(tx), wanted)) return undefined;
    const [added] = await tx
      .insert(retrievalVersions)
      .values({ ...wanted, origin: "release" })
      .returning();
    return added;
  });
  await inCatalog(db, (tx) => promoteOfRelease(tx, models.meaning?.metrics));
  if (added) await inSystem(db, (tx) => enqueueReembedding(tx, added));
}

/** Stores the metrics that the release has of the active version and of its own, and recommends its own where they allow. */
async function promoteOfRelease(tx: Transaction, metrics: EngineMetrics | undefined): Promise<void> {
  const inForce = await findActiveVersion(tx);
  const own = await newestOfReleases(tx);
  if (!inForce || !(await lacksStep(tx, [inForce, own], metrics))) return;
  await tx.execute(sql`select pg_advisory_xact_lock(${ACTIVATION_LOCK})`);
  for (const version of [inForce, own])
    if (version && metrics && (await lacksMetrics(tx, version, metrics)))
      await addMetrics(tx, version.id, metrics, "release");
  if (!own || own.recommendedAt !== null || own.activatedAt !== null) return;
  const measured = async (version: RetrievalVersion) => ({
    version,
    metrics: (await findMetrics(tx, version.id))?.metrics,
  });
  if (findRefusal(await measured(own), await measured(inForce))) return;
  await tx
    .update(retrievalVersions)
    // Since it was made: who decided about it since is not asked again.
    .set({ recommendedAt: own.createdAt })
    .where(and(eq(retrievalVersions.id, own.id), isNull(retrievalVersions.recommendedAt)));
}

async function lacksStep(
  tx: Transaction,
  [inForce, own]: readonly [RetrievalVersion, RetrievalVersion | undefined],
  metrics: EngineMetrics | undefined,
): Promise<boolean> {
  if (own && own.recommendedAt === null && own.activatedAt === null) return true;
  return metrics !== undefined && (await lacksMetrics(tx, inForce, metrics));
}

async function lacksMetrics(tx: Transaction, version: RetrievalVersion, metrics: EngineMetrics): Promise<boolean> {
  if (findForeign(metrics, version).length > 0) return false;
  return !isEqual((await findMetrics(tx, version.id, "release"))?.metrics, metrics);
}

async function wantedValues(tx: Transaction, models: Models): Promise<Values | undefined> {
  const inForce = await findActiveVersion(tx);
  if (!inForce) return undefined;
  const better = Object.assign({}, ...IMPROVEMENTS.map((improve) => improve(inForce, models)));
  const runs = canRun(models, inForce);
  if (runs && Object.keys(better).length === 0) return undefined;
  const {
    id: _,
    origin,
    activateWhenReady,
    isMove,
    createdAt,
    activatedAt,
    chosenAt,
    recommendedAt,
    ...values
  } = inForce;
  const wanted = { ...values, ...better };
  return runs ? wanted : { ...wanted, ...asRunnable(models, wanted) };
}

function isSame(version: RetrievalVersion | undefined, wanted: Values): boolean {
  const { meaning, ...rest } = wanted;
  return version !== undefined && isSameCheck(version.meaning, meaning) && hasValues(version, rest);
}

/**
 * The version that a release or an administrator recommended last, while nobody has decided about it: it was not activated
 * since, and no version that an administrator made after it is active.
 */
export async function findRecommendedVersion(tx: Transaction): Promise<RetrievalVersion | undefined> {
  const [recommended] = await tx
    .select()
    .from(retrievalVersions)
    .where(isNotNull(retrievalVersions.recommendedAt))
    .orderBy(desc(retrievalVersions.recommendedAt), desc(retrievalVersions.id))
    .limit(1);
  if (!recommended?.recommendedAt) return undefined;
  const since = recommended.recommendedAt;
  const inForce = await findActiveVersion(tx);
  if (inForce?.id === recommended.id) return undefined;
  if (recommended.activatedAt !== null && recommended.activatedAt >= since) return undefined;
  const isDecided = inForce?.origin === "admin" && inForce.createdAt > since;
  return isDecided ? undefined : recommended;
}

/** Whether a recommended version waits for somebody to decide. */
export async function hasRecommendedVersion(db: Database): Promise<boolean> {
  return inCatalog(db, async (tx) => (await findRecommendedVersion(tx)) !== undefined);
}

export async function newestOfReleases(tx: Transaction): Promise<RetrievalVersion | undefined> {
  const [version] = await tx
    .select()
    .from(retrievalVersions)
    .where(eq(retrievalVersions.origin, "release"))
    .orderBy(desc(retrievalVersions.createdAt), desc(retrievalVersions.id))
    .limit(1);
  return version;
}
