import { chunks, chunkTerms, chunkVectors, documents, segments, type Transaction } from "@assay/db";
import { and, asc, eq, isNull } from "drizzle-orm";
import { checkVectors } from "../retrieval/check-vectors.ts";
import { bm25DocumentWeights, lexicalTerms } from "../retrieval/lexical-terms.ts";
import { toSparseVector } from "../retrieval/sparse-vector.ts";
import { inTenant } from "../tenancy/transact.ts";
import type { Outcome, StageWork } from "../work/stage.ts";
import { advanceDocument, type DocumentServices, now } from "./document-stage.ts";

const BATCH_MAX = 64;

interface PendingChunk {
  id: string;
  content: string;
  location: string | null;
  context: string | null;
  filename: string;
}

/** Embeds batch after batch until its time is used; progress is the chunks without a vector. */
export async function embedDocument({ embedder, settings }: DocumentServices, work: StageWork): Promise<Outcome> {
  const { item } = work;
  const end = performance.now() + settings.sliceMs;
  for (;;) {
    const batch = await listChunksWithoutVector(work, embedder.model, Math.min(BATCH_MAX, embedder.batchSizeMax));
    if (batch.length === 0) break;
    if (performance.now() > end) return { state: "more", write: async () => [] };
    const answer = await embedder.embed(batch.map(withHeader), { kind: "document", signal: work.signal });
    const vectors = checkVectors(answer, { count: batch.length, dimensions: embedder.dimensions });
    await work.checkpoint((tx) => saveVectors(tx, item.tenantId, item.subjectId, embedder.model, batch, vectors));
  }
  return {
    state: "done",
    write: (tx) =>
      advanceDocument(tx, item, { status: "INDEXED", indexedAt: now }, { action: "document.indexed", next: "finish" }),
  };
}

function listChunksWithoutVector({ db, item }: StageWork, model: string, limit: number): Promise<PendingChunk[]> {
  return inTenant({ db, tenantId: item.tenantId }, (tx) =>
    tx
      .select({
        id: chunks.id,
        content: chunks.content,
        location: chunks.location,
        context: segments.context,
        filename: documents.originalFilename,
      })
      .from(chunks)
      .innerJoin(documents, eq(documents.id, chunks.documentId))
      .innerJoin(
        segments,
        and(eq(segments.documentId, chunks.documentId), eq(segments.segmentIndex, chunks.segmentIndex)),
      )
      .leftJoin(chunkVectors, and(eq(chunkVectors.chunkId, chunks.id), eq(chunkVectors.embedder, model)))
      .where(
        and(eq(chunks.tenantId, item.tenantId), eq(chunks.documentId, item.subjectId), isNull(chunkVectors.chunkId)),
      )
      .orderBy(asc(chunks.chunkIndex))
      .limit(limit),
  );
}

// What is embedded says where it stands; what is stored, cited and hashed is the chunk alone.
function withHeader({ filename, location, context, content }: PendingChunk): string {
  const title = filename.replace(/\.[^.]+$/, "").replace(/[-_/]+/g, " ");
  return [title, location, context, content].filter(Boolean).join("\n");
}

async function saveVectors(
  tx: Transaction,
  tenantId: string,
  documentId: string,
  embedder: string,
  batch: readonly PendingChunk[],
  vectors: readonly (Float32Array | null)[],
): Promise<void> {
  await tx.insert(chunkVectors).values(
    batch.map((chunk, at) => ({
      tenantId,
      documentId,
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
        documentId,
        chunkId: chunk.id,
        terms: [...terms.keys()],
        weights: toSparseVector(bm25DocumentWeights(terms)),
      })),
    )
    .onConflictDoNothing();
}
