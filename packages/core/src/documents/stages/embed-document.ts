import { chunks, chunkTerms, chunkVectors, documents, segments, type Transaction, toSparseText } from "@assay/db";
import { and, asc, eq, isNull, type SQL } from "drizzle-orm";
import { modelPart } from "../../jobs/outage.ts";
import type { Attempt, Outcome } from "../../jobs/stage.ts";
import { checkVectors } from "../../retrieval/check-vectors.ts";
import { bm25DocumentWeights, lexicalTerms } from "../../retrieval/lexical-terms.ts";
import { findEmbedder } from "../../retrieval-versions/find-models.ts";
import { getRetrievalVersion } from "../../retrieval-versions/retrieval-versions.ts";
import { inTenant } from "../../tenancy/transact.ts";
import { advanceDocument } from "./advance.ts";
import type { DocumentServices } from "./open-document.ts";

const BATCH_MAX = 64;

interface PendingChunk {
  id: string;
  documentId: string;
  content: string;
  location: string | null;
  context: string | null;
  filename: string;
}

/** Embeds batch after batch until its time is used; progress is the chunks without a vector. */
export async function embedDocument(services: DocumentServices, attempt: Attempt): Promise<Outcome> {
  const { job } = attempt;
  const whole = await embedChunks(services, attempt, { which: eq(documents.id, job.subjectId) });
  if (!whole) return { state: "more", write: async () => [] };
  return {
    state: "done",
    write: (tx) => advanceDocument(tx, job),
  };
}

/** Gives the tenant's READY documents the vectors of a retrieval version that is not in force yet. */
export async function reembedDocuments(services: DocumentServices, attempt: Attempt): Promise<Outcome> {
  const whole = await embedChunks(services, attempt, {
    which: eq(documents.status, "READY"),
    versionId: attempt.job.subjectId,
  });
  return { state: whole ? "done" : "more", write: async () => [] };
}

/** Returns whether all chunks of those documents have a vector of the version's embedder now, or time ran out. */
async function embedChunks(
  { models, settings }: DocumentServices,
  attempt: Attempt,
  { which, versionId }: { which: SQL; versionId?: string },
): Promise<boolean> {
  const { db, job } = attempt;
  const end = performance.now() + settings.attemptMs;
  for (;;) {
    const { embedder, batch, limit } = await inTenant({ db, tenantId: job.tenantId }, async (tx) => {
      const embedder = findEmbedder(models, (await getRetrievalVersion(tx, versionId)).embedderModel);
      const limit = Math.min(BATCH_MAX, embedder.batchSizeMax);
      const batch = await listChunksWithoutVector(tx, job.tenantId, { embedder: embedder.model, which, limit });
      return { embedder, batch, limit };
    });
    if (batch.length === 0) return true;
    if (performance.now() > end) return false;
    const answer = await attempt.ask(modelPart(embedder.model), () =>
      embedder.embed(batch.map(withHeader), { kind: "document", signal: attempt.signal }),
    );
    const vectors = checkVectors(answer, { count: batch.length, dimensions: embedder.dimensions });
    await attempt.checkpoint((tx) => saveVectors(tx, job.tenantId, embedder.model, batch, vectors));
    if (batch.length < limit) return true;
  }
}

function listChunksWithoutVector(
  tx: Transaction,
  tenantId: string,
  { embedder, which, limit }: { embedder: string; which: SQL; limit: number },
): Promise<PendingChunk[]> {
  return tx
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
    .leftJoin(chunkVectors, vectorOf(embedder))
    .where(and(eq(chunks.tenantId, tenantId), which, isNull(chunkVectors.chunkId)))
    .orderBy(asc(chunks.documentId), asc(chunks.chunkIndex))
    .limit(limit);
}

/** Joins a chunk to its vector of one embedder. */
export function vectorOf(embedder: string) {
  return and(
    eq(chunkVectors.tenantId, chunks.tenantId),
    eq(chunkVectors.chunkId, chunks.id),
    eq(chunkVectors.embedder, embedder),
  );
}

// What is embedded says where it stands; what is stored, cited and hashed is the chunk alone.
export function withHeader({
  filename,
  location,
  context,
  content,
}: Pick<PendingChunk, "filename" | "location" | "context" | "content">): string {
  const title = filename.replace(/\.[^.]+$/, "").replace(/[-_/]+/g, " ");
  return [title, location, context, content].filter(Boolean).join("\n");
}

async function saveVectors(
  tx: Transaction,
  tenantId: string,
  embedder: string,
  batch: readonly PendingChunk[],
  vectors: readonly (Float32Array | null)[],
): Promise<void> {
  await tx.insert(chunkVectors).values(
    batch.map((chunk, at) => ({
      tenantId,
      documentId: chunk.documentId,
      chunkId: chunk.id,
      embedder,
      embedding: vectors[at] ? Array.from(vectors[at]) : null,
    })),
  );
  const lexical = batch
    .map((chunk) => ({ chunk, terms: lexicalTerms(withHeader(chunk)) }))
    .filter(({ terms }) => terms.size > 0);
  if (lexical.length === 0) return;
  await tx
    .insert(chunkTerms)
    .values(
      lexical.map(({ chunk, terms }) => ({
        tenantId,
        documentId: chunk.documentId,
        chunkId: chunk.id,
        terms: [...terms.keys()],
        weights: toSparseText(bm25DocumentWeights(terms)),
      })),
    )
    .onConflictDoNothing();
}
