import { AssayError, isUuid } from "@assay/contract";
import { corpusActivations, type Database, retrievalVersions, type Transaction, VECTOR_DIMENSIONS } from "@assay/db";
import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import type { Assessor } from "../ports/assessor.ts";
import type { Embedder } from "../ports/embedder.ts";
import { inCatalog } from "../tenancy/transact.ts";

export type RetrievalVersion = typeof retrievalVersions.$inferSelect;

export interface RetrievalSettings {
  readonly similarityThreshold: number;
  readonly chunksPerRequirement: number;
  readonly confidenceComplete: number;
  readonly confidencePartial: number;
}

/**
 * Puts the configured engine in force: the version with exactly these values is activated, or made first, unless it is
 * in force already. Throws when the embedder has other dimensions than the database holds.
 */
export function activateConfiguredVersion(
  db: Database,
  { embedder, assessor, settings }: { embedder: Embedder; assessor: Assessor; settings: RetrievalSettings },
): Promise<RetrievalVersion> {
  if (embedder.dimensions !== VECTOR_DIMENSIONS)
    throw new Error(
      `Cannot use embedder '${embedder.model}' as it must have ${VECTOR_DIMENSIONS} dimensions: it has ${embedder.dimensions}`,
    );
  const wanted = {
    embedderModel: embedder.model,
    embedderDimensions: embedder.dimensions,
    assessorModel: assessor.model,
    promptVersion: assessor.promptVersion,
    similarityThreshold: settings.similarityThreshold,
    chunksPerRequirement: settings.chunksPerRequirement,
    confidenceComplete: settings.confidenceComplete,
    confidencePartial: settings.confidencePartial,
  };
  return inCatalog(db, async (tx) => {
    const current = await findVersionInForce(tx);
    const equal = (version: RetrievalVersion | undefined) =>
      version !== undefined &&
      Object.entries(wanted).every(([key, value]) => version[key as keyof typeof wanted] === value);
    if (current && equal(current)) return current;
    const known = (await tx.select().from(retrievalVersions)).find(equal);
    const activatedAt = sql`clock_timestamp()`;
    const [version] = known
      ? await tx.update(retrievalVersions).set({ activatedAt }).where(eq(retrievalVersions.id, known.id)).returning()
      : await tx
          .insert(retrievalVersions)
          .values({ ...wanted, activatedAt })
          .returning();
    return version!;
  });
}

async function findVersionInForce(tx: Transaction): Promise<RetrievalVersion | undefined> {
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
      throw new Error("Cannot find a retrieval version in force: start the service once to make the first one");
    return inForce;
  }
  const [version] = isUuid(id) ? await tx.select().from(retrievalVersions).where(eq(retrievalVersions.id, id)) : [];
  if (!version) throw new AssayError("NOT_FOUND", `Cannot find retrieval version '${id}'`, { details: { id } });
  return version;
}

/** The named activation of the pack, or its newest. Throws NOT_FOUND. */
export async function getCorpusActivationId(tx: Transaction, packId: string, id?: string): Promise<string> {
  if (id !== undefined && !isUuid(id)) throw missingActivation(id);
  const [activation] = await tx
    .select({ id: corpusActivations.id })
    .from(corpusActivations)
    .where(and(eq(corpusActivations.packId, packId), id === undefined ? undefined : eq(corpusActivations.id, id)))
    .orderBy(desc(corpusActivations.activatedAt), desc(corpusActivations.id))
    .limit(1);
  if (!activation) throw missingActivation(id ?? "none");
  return activation.id;
}

function missingActivation(id: string): AssayError {
  return new AssayError("NOT_FOUND", `Cannot find corpus activation '${id}' of the pack`, { details: { id } });
}
