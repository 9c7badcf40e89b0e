import { AssayError, isUuid } from "@assay/contract";
import { type Database, retrievalVersions, type Transaction, VECTOR_DIMENSIONS } from "@assay/db";
import { desc, eq, isNotNull, sql } from "drizzle-orm";
import type { Embedder } from "../ports/embedder.ts";
import type { Models } from "../ports/models.ts";
import { asCatalog, inCatalog, inSystem } from "../tenancy/transact.ts";
import {
  ACTIVATION_LOCK,
  countVectors,
  enqueueReembedding,
  type SearchKeys,
  vectorCoverage,
} from "./vector-coverage.ts";

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
 * an administrator activated stays in force while the settings stay. Where this release would search better than the
 * version in force, it proposes a version that an administrator may activate. Throws when the embedder has other
 * dimensions than the database holds.
 */
export async function activateConfiguredVersion(
  db: Database,
  { models, settings }: { models: Models; settings: RetrievalSettings },
): Promise<void> {
  const [embedder] = models.embedders;
  if (embedder.dimensions !== VECTOR_DIMENSIONS)
    throw new Error(
      `Cannot use embedder '${embedder.model}' because it must have ${VECTOR_DIMENSIONS} dimensions: it has ${embedder.dimensions}`,
    );
  await makeConfiguredVersion(db, models, settings);
  await proposeVersion(db, embedder);
}

async function makeConfiguredVersion(db: Database, { embedders, assessors }: Models, settings: RetrievalSettings) {
  const [embedder, assessor] = [embedders[0], assessors[0]];
  const wanted = { assessorModel: assessor.model, promptVersion: assessor.promptVersion, ...settings };
  const isLast = async (tx: Transaction) => {
    const [last] = await tx
      .select()
      .from(retrievalVersions)
      .where(eq(retrievalVersions.origin, "settings"))
      .orderBy(desc(retrievalVersions.createdAt), desc(retrievalVersions.id))
      .limit(1);
    return last && isOf(embedder, last) && hasValues(last, wanted);
  };
  // Asked first: to count the vectors of all tenants is for new settings alone.
  if (await inCatalog(db, isLast)) return;
  const keys = searchKeys(embedder, await inCatalog(db, findVersionInForce));
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
        ...wanted,
        ...keys,
        embedderDimensions: embedder.dimensions,
        activateWhenReady: waits,
        activatedAt: waits ? null : sql`clock_timestamp()`,
      })
      .returning();
    return version;
  });
  if (made && waits) await inSystem(db, (tx) => enqueueReembedding(tx, made));
}

/** Makes the version, once, and calls for its vectors; it is never activated but by an administrator. */
async function proposeVersion(db: Database, embedder: Embedder): Promise<void> {
  const isOutdated = (version: RetrievalVersion) => isOf(embedder, version) && !hasValues(version, newest(embedder));
  const inForce = await inCatalog(db, findVersionInForce);
  if (!inForce || !isOutdated(inForce)) return;
  const { id, origin, activateWhenReady, createdAt, activatedAt, ...values } = inForce;
  const proposal = { ...values, ...newest(embedder) };
  const made = await inCatalog(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${ACTIVATION_LOCK})`);
    const earlier = await tx.select().from(retrievalVersions).where(eq(retrievalVersions.origin, "release"));
    if (earlier.some((version) => hasValues(version, proposal))) return undefined;
    const [version] = await tx
      .insert(retrievalVersions)
      .values({ ...proposal, origin: "release" })
      .returning();
    return version;
  });
  if (made) await inSystem(db, (tx) => enqueueReembedding(tx, made));
}

/** What new deployments search by. */
const newest = (embedder: Embedder): SearchKeys => ({
  embedderModel: embedder.model,
  lexicalWeight: lexicalWeightOf(embedder),
});

export const lexicalWeightOf = ({ lexicalWeight }: Embedder): number => lexicalWeight ?? 1;

/** What a version of new settings searches by: the embedder alone is theirs, the rest stays until it is activated. */
function searchKeys(embedder: Embedder, inForce: RetrievalVersion | undefined): SearchKeys {
  if (!inForce || !isOf(embedder, inForce)) return newest(embedder);
  const { embedderModel, lexicalWeight } = inForce;
  return { embedderModel, lexicalWeight };
}

const isOf = ({ model, replaces }: Embedder, { embedderModel }: RetrievalVersion) =>
  embedderModel === model || embedderModel === replaces;

function hasValues(version: RetrievalVersion, values: Partial<RetrievalVersion>): boolean {
  return Object.entries(values).every(
    ([key, value]) => JSON.stringify(version[key as keyof RetrievalVersion]) === JSON.stringify(value),
  );
}

/** The newest version that a release proposed, where no version has been activated since. */
export async function findProposedVersion(db: Database): Promise<RetrievalVersion | undefined> {
  return inCatalog(db, async (tx) => {
    const inForce = await findVersionInForce(tx);
    const [proposed] = await tx
      .select()
      .from(retrievalVersions)
      .where(eq(retrievalVersions.origin, "release"))
      .orderBy(desc(retrievalVersions.createdAt), desc(retrievalVersions.id))
      .limit(1);
    const isOpen = proposed?.activatedAt === null && inForce && inForce.activatedAt! <= proposed.createdAt;
    return isOpen ? proposed : undefined;
  });
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
