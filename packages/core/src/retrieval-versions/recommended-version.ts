import { EVIDENCE_RULES } from "@assay/contract";
import { type Database, retrievalVersions, type Transaction } from "@assay/db";
import { desc, eq, sql } from "drizzle-orm";
import type { Models } from "../ports/models.ts";
import { inCatalog, inSystem } from "../tenancy/transact.ts";
import { betterMeaning, isSameCheck } from "./meaning-of-version.ts";
import { hasRulesOfRelease, RULES_OF_RELEASE } from "./pinned-rules.ts";
import { betterAssessor, betterKeys, hasValues } from "./search-keys.ts";
import { ACTIVATION_LOCK, enqueueReembedding } from "./vector-coverage.ts";
import { findVersionInForce, type RetrievalVersion } from "./version-in-force.ts";

type Values = Omit<RetrievalVersion, "id" | "origin" | "activateWhenReady" | "createdAt" | "activatedAt">;

/** What releases set otherwise than the version in force, which goes on as it was. A value that somebody chose stays. */
const IMPROVEMENTS: readonly ((inForce: RetrievalVersion, models: Models) => Partial<Values>)[] = [
  (inForce, { embedders: [embedder] }) => betterKeys(embedder, inForce),
  (inForce, { assessors: [assessor] }) => betterAssessor(assessor, inForce),
  ({ evidenceRules }) => (evidenceRules === null ? { evidenceRules: EVIDENCE_RULES } : {}),
  (inForce, models) => betterMeaning(models, inForce),
  (inForce) => (hasRulesOfRelease(inForce) ? {} : RULES_OF_RELEASE),
];

/**
 * Adds the version in force as this release would have it, where it differs; an administrator activates it. A start
 * changes nothing where that version is there already. What it searches by is made in the background.
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
  if (added) await inSystem(db, (tx) => enqueueReembedding(tx, added));
}

async function wantedValues(tx: Transaction, models: Models): Promise<Values | undefined> {
  const inForce = await findVersionInForce(tx);
  if (!inForce) return undefined;
  const better = Object.assign({}, ...IMPROVEMENTS.map((improve) => improve(inForce, models)));
  if (Object.keys(better).length === 0) return undefined;
  const { id: _, origin, activateWhenReady, createdAt, activatedAt, ...values } = inForce;
  return { ...values, ...better };
}

function isSame(version: RetrievalVersion | undefined, wanted: Values): boolean {
  const { meaning, ...rest } = wanted;
  return version !== undefined && isSameCheck(version.meaning, meaning) && hasValues(version, rest);
}

/**
 * The version that a release added, while nobody has decided about it: it was never activated, and no version that an
 * administrator made after it is in force.
 */
export async function findRecommendedVersion(tx: Transaction): Promise<RetrievalVersion | undefined> {
  const recommended = await newestOfReleases(tx);
  if (!recommended || recommended.activatedAt !== null) return undefined;
  const inForce = await findVersionInForce(tx);
  const isDecided = inForce?.origin === "admin" && inForce.createdAt > recommended.createdAt;
  return isDecided ? undefined : recommended;
}

/** Whether a version waits that a release has added. */
export async function hasRecommendedVersion(db: Database): Promise<boolean> {
  return inCatalog(db, async (tx) => (await findRecommendedVersion(tx)) !== undefined);
}

async function newestOfReleases(tx: Transaction): Promise<RetrievalVersion | undefined> {
  const [version] = await tx
    .select()
    .from(retrievalVersions)
    .where(eq(retrievalVersions.origin, "release"))
    .orderBy(desc(retrievalVersions.createdAt), desc(retrievalVersions.id))
    .limit(1);
  return version;
}
