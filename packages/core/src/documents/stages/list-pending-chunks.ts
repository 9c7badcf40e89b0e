import { chunks, chunkVectors, chunkWeights, documents, segments, type Transaction } from "@assay/db";
import { and, asc, eq, inArray, isNull, notInArray, or, type SQL, sql } from "drizzle-orm";
import type { Job } from "../../jobs/job.ts";
import type { RetrievalVersion } from "../../retrieval-versions/retrieval-versions.ts";
import { holdsFor } from "../../retrieval-versions/vector-coverage.ts";

/** A chunk without what a retrieval version searches by: its vector, its weights, or both. */
export interface PendingChunk {
  readonly id: string;
  readonly hasVector: boolean;
}

export interface LoadedChunk extends PendingChunk {
  readonly documentId: string;
  readonly content: string;
  readonly location: string | null;
  readonly context: string | null;
  readonly filename: string;
}

/**
 * The first chunks of a document that lack what the version searches by, in order. The document's own vectors and weights
 * are looked through once: joined to each chunk, a planner without statistics reads those of the whole tenant for each.
 */
export async function listPendingChunks(
  tx: Transaction,
  { tenantId, subjectId: documentId }: Job,
  { embedderModel, lexicalWeight, lexicon }: RetrievalVersion,
  limit: number,
): Promise<PendingChunk[]> {
  const embedded = tx
    .select({ id: chunkVectors.chunkId })
    .from(chunkVectors)
    .where(
      and(
        eq(chunkVectors.tenantId, tenantId),
        eq(chunkVectors.documentId, documentId),
        eq(chunkVectors.embedder, embedderModel),
      ),
    );
  const weighed = tx
    .select({ id: chunkWeights.chunkId })
    .from(chunkWeights)
    .where(
      and(
        eq(chunkWeights.tenantId, tenantId),
        eq(chunkWeights.documentId, documentId),
        holdsFor("chunk_weights", lexicon),
      ),
    );
  const lacksVector = notInArray(chunks.id, embedded);
  return tx
    .select({ id: chunks.id, hasVector: sql<boolean>`not (${lacksVector})` })
    .from(chunks)
    .where(
      and(
        eq(chunks.tenantId, tenantId),
        eq(chunks.documentId, documentId),
        lexicalWeight === null ? lacksVector : or(lacksVector, notInArray(chunks.id, weighed)),
      ),
    )
    .orderBy(asc(chunks.chunkIndex))
    .limit(limit);
}

/** Those of the tenant's READY documents. */
export function listPendingOfTenant(
  tx: Transaction,
  tenantId: string,
  version: RetrievalVersion,
  limit: number,
): Promise<PendingChunk[]> {
  return tx
    .select({ id: chunks.id, hasVector: sql<boolean>`${chunkVectors.chunkId} is not null` })
    .from(chunks)
    .innerJoin(documents, and(eq(documents.tenantId, chunks.tenantId), eq(documents.id, chunks.documentId)))
    .leftJoin(chunkVectors, vectorOf(version.embedderModel))
    .leftJoin(chunkWeights, weightsOfChunk(version))
    .where(and(eq(chunks.tenantId, tenantId), eq(documents.status, "READY"), isPending(version)))
    .orderBy(asc(chunks.documentId), asc(chunks.chunkIndex))
    .limit(limit);
}

/** Those that still exist, in the order given. */
export async function loadChunks(
  tx: Transaction,
  tenantId: string,
  batch: readonly PendingChunk[],
): Promise<readonly LoadedChunk[]> {
  if (batch.length === 0) return [];
  const ids = batch.map(({ id }) => id);
  const rows = await tx
    .select({
      id: chunks.id,
      documentId: chunks.documentId,
      content: chunks.content,
      location: chunks.location,
      context: segments.context,
      filename: documents.originalFilename,
    })
    .from(chunks)
    .innerJoin(documents, and(eq(documents.tenantId, chunks.tenantId), eq(documents.id, chunks.documentId)))
    .innerJoin(
      segments,
      and(
        eq(segments.tenantId, chunks.tenantId),
        eq(segments.documentId, chunks.documentId),
        eq(segments.segmentIndex, chunks.segmentIndex),
      ),
    )
    .where(and(eq(chunks.tenantId, tenantId), inArray(chunks.id, ids)));
  const found = new Map(rows.map((row) => [row.id, row]));
  return batch.flatMap((chunk) => {
    const row = found.get(chunk.id);
    return row ? [{ ...chunk, ...row }] : [];
  });
}

/** Whether a chunk, joined to its vector and its weights, lacks what the version searches by. */
function isPending({ lexicalWeight }: Pick<RetrievalVersion, "lexicalWeight">): SQL {
  const lacksVector = isNull(chunkVectors.chunkId);
  return lexicalWeight === null ? lacksVector : or(lacksVector, isNull(chunkWeights.chunkId))!;
}

/** Joins a chunk to the weights that a version searches by. */
function weightsOfChunk({ lexicon }: Pick<RetrievalVersion, "lexicon">) {
  return and(
    eq(chunkWeights.tenantId, chunks.tenantId),
    eq(chunkWeights.chunkId, chunks.id),
    holdsFor("chunk_weights", lexicon),
  );
}

/** Joins a chunk to its vector of one embedder. */
function vectorOf(embedder: string) {
  return and(
    eq(chunkVectors.tenantId, chunks.tenantId),
    eq(chunkVectors.chunkId, chunks.id),
    eq(chunkVectors.embedder, embedder),
  );
}
