import { AssayError, isUuid } from "@assay/contract";
import { type Database, retrievalVersions, type Transaction, VECTOR_DIMENSIONS } from "@assay/db";
import { desc, eq, isNotNull, sql } from "drizzle-orm";
import type { Models } from "../ports/models.ts";
import { asCatalog, inCatalog, inSystem } from "../tenancy/transact.ts";
import { ACTIVATION_LOCK, countVectors, enqueueReembedding, vectorCoverage } from "./vector-coverage.ts";

export type RetrievalVersion = typeof retrievalVersions.$inferSelect;

export interface RetrievalSettings {
  readonly similarityThreshold: number;
  readonly chunksPerRequirement: number;
  readonly confidenceComplete: number;
  readonly confidencePartial: number;
}

/**
 * Puts new settings in force: a version with these values is made when they are not those of the last start. It is
 * activated at once if every chunk has a vector of its embedder, else when re-embedding has made them. A version that
 * an administrator activated stays in force while the settings stay. Throws when the embedder has other dimensions
 * than the database holds.
 */
export async function activateConfiguredVersion(
  db: Database,
  { models, settings }: { models: Models; settings: RetrievalSettings },
): Promise<void> {
  const [embedder, assessor] = [models.embedders[0], models.assessors[0]];
  if (embedder.dimensions !== VECTOR_DIMENSIONS)
    throw new Error(
      `Cannot use embedder '${embedder.model}' because it must have ${VECTOR_DIMENSIONS} dimensions: it has ${embedder.dimensions}`,
    );
  const wanted = {
    embedderModel: embedder.model,
    embedderDimensions: embedder.dimensions,
    assessorModel: assessor.model,
    promptVersion: assessor.promptVersion,
    ...settings,
  };
  const isLast = async (tx: Transaction) => {
    const [last] = await tx
      .select()
      .from(retrievalVersions)
      .where(eq(retrievalVersions.origin, "settings"))
      .orderBy(desc(retrievalVersions.createdAt), desc(retrievalVersions.id))
      .limit(1);
    return last && Object.entries(wanted).every(([key, value]) => last[key as keyof typeof wanted] === value);
  };
  // Asked first: to count the vectors of all tenants is for new settings alone.
  if (await inCatalog(db, isLast)) return;
  const { ready, total } = await vectorCoverage(db, embedder.model);
  const waits = ready < total;
  const made = await inCatalog(db, async (tx) => {
    if (await isLast(tx)) return undefined;
    await tx
      .update(retrievalVersions)
      .set({ activateWhenReady: false })
      .where(eq(retrievalVersions.activateWhenReady, true));
    const [version] = await tx
      .insert(retrievalVersions)
      .values({ ...wanted, activateWhenReady: waits, activatedAt: waits ? null : sql`clock_timestamp()` })
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
    const coverage = await countVectors(tx, waiting.embedderModel);
    if (coverage.ready < coverage.total) {
      await enqueueReembedding(tx, waiting);
      return;
    }
    await asCatalog(tx, async () => {
      await tx
        .update(retrievalVersions)
        .set({ activateWhenReady: false, activatedAt: sql`clock_timestamp()` })
        .where(eq(retrievalVersions.id, waiting.id));
    });
  });
}

/** The version that new runs pin; undefined before the first start. */
export async function findVersionInForce(tx: Transaction): Promise<RetrievalVersion | undefined> {
  const [version] = await tx
    .select()
    .from(retrievalVersions)
    .where(isNotNull(retrievalVersions.activatedAt))
    .orderBy(desc(retrievalVersions.activatedAt), desc(retrievalVersions.id))
    .limit(1);
  return version;
}

/** The named version, or the one in force. Throws NOT_FOUND. */
export async function getRetrievalVersion(tx: Transaction, id?: string): Promise<RetrievalVersion> {
  if (id === undefined) {
    const inForce = await findVersionInForce(tx);
    if (!inForce)
      throw new Error("Cannot find a retrieval version in force: start the service once to create the first one");
    return inForce;
  }
  const [version] = isUuid(id) ? await tx.select().from(retrievalVersions).where(eq(retrievalVersions.id, id)) : [];
  if (!version) throw new AssayError("NOT_FOUND", `Cannot find retrieval version '${id}'`, { details: { id } });
  return version;
}
