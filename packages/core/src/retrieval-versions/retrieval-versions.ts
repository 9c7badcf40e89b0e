import { EVIDENCE_RULES } from "@assay/contract";
import { type Database, retrievalVersions, type Transaction, VECTOR_SIZES } from "@assay/db";
import { desc, eq, sql } from "drizzle-orm";
import type { Models } from "../ports/models.ts";
import { inCatalog, inSystem } from "../tenancy/transact.ts";
import { findActiveVersion } from "./active-version.ts";
import { configuredMeaning } from "./meaning-of-version.ts";
import { RULES_OF_RELEASE } from "./pinned-rules.ts";
import { recommendVersion } from "./recommended-version.ts";
import { activateWithAudit, moveToRecommended, replaceActiveVersion } from "./replace-active-version.ts";
import { asks, assessorKeys, hasValues, isOf, searchKeys } from "./search-keys.ts";
import { unbindGone } from "./unbind-gone.ts";
import { ACTIVATION_LOCK, countVectors, enqueueReembedding, vectorCoverage } from "./vector-coverage.ts";

export * from "./active-version.ts";

export interface RetrievalSettings {
  readonly similarityThreshold: number;
  readonly chunksPerRequirement: number;
  readonly confidenceComplete: number;
  readonly confidencePartial: number;
}

/**
 * Activates new settings: a version with these values is made when they are not those of the last start. It is
 * activated at once if every chunk has a vector of its embedder, else when re-embedding has made them. A version that
 * an administrator activated stays active while the settings stay. What this release would do otherwise than the
 * version active becomes a version that an administrator may activate; it is activated here where the active version
 * can no longer run, and with `moves` also where no person chose that one. A tenant that is bound to a version which can
 * no longer run goes by the active one. Throws when an embedder has dimensions that the database has no column for.
 */
export async function activateConfiguredVersion(
  db: Database,
  { models, settings, moves = false }: { models: Models; settings: RetrievalSettings; moves?: boolean },
): Promise<void> {
  for (const { model, dimensions } of models.embedders)
    if (!VECTOR_SIZES.includes(dimensions))
      throw new Error(
        `Cannot use embedder '${model}' because it must have ${VECTOR_SIZES.join(", ")} dimensions: it has ${dimensions}`,
      );
  await makeConfiguredVersion(db, models, settings);
  await recommendVersion(db, models);
  await unbindGone(db, models);
  await replaceActiveVersion(db, models);
  if (moves) await moveToRecommended(db, models);
}

async function makeConfiguredVersion(db: Database, models: Models, settings: RetrievalSettings) {
  const [embedder, assessor] = [models.embedders[0], models.assessors[0]];
  const isLast = async (tx: Transaction) => {
    const [last] = await tx
      .select()
      .from(retrievalVersions)
      .where(eq(retrievalVersions.origin, "settings"))
      .orderBy(desc(retrievalVersions.createdAt), desc(retrievalVersions.id))
      .limit(1);
    return last && isOf(embedder, last) && asks(assessor, last) && hasValues(last, { ...settings });
  };
  // Asked first: to count the vectors of all tenants is for new settings alone.
  if (await inCatalog(db, isLast)) return;
  const inForce = await inCatalog(db, findActiveVersion);
  const keys = searchKeys(embedder, inForce);
  const { ready, total } = await vectorCoverage(db, keys);
  const waits = ready < total;
  const made = await inCatalog(db, async (tx) => {
    if (await isLast(tx)) return undefined;
    await tx
      .update(retrievalVersions)
      .set({ activateWhenReady: false })
      .where(eq(retrievalVersions.activateWhenReady, true));
    const [version] = await tx
      .insert(retrievalVersions)
      .values({
        ...settings,
        ...assessorKeys(assessor, inForce),
        ...keys,
        ...RULES_OF_RELEASE,
        // Settings do not change the rules: those active stay.
        evidenceRules: inForce ? inForce.evidenceRules : EVIDENCE_RULES,
        meaning: configuredMeaning(models, assessor, inForce),
        // An embedder that came in the place of another one leaves that one where it is.
        embedderDimensions:
          inForce && keys.embedderModel !== embedder.model ? inForce.embedderDimensions : embedder.dimensions,
        activateWhenReady: waits,
        activatedAt: waits ? null : sql`clock_timestamp()`,
      })
      .returning();
    return version;
  });
  if (made && waits) await inSystem(db, (tx) => enqueueReembedding(tx, made));
}

/** Activates a version of new settings once its vectors are there, or calls for those that are still missing. */
export async function activateWhenReady(db: Database): Promise<void> {
  const [waiting] = await inCatalog(db, (tx) =>
    tx.select().from(retrievalVersions).where(eq(retrievalVersions.activateWhenReady, true)).limit(1),
  );
  if (!waiting) return;
  await inSystem(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${ACTIVATION_LOCK})`);
    const coverage = await countVectors(tx, waiting);
    if (coverage.ready < coverage.total) {
      await enqueueReembedding(tx, waiting);
      return;
    }
    await activateWithAudit(tx, waiting);
  });
}
