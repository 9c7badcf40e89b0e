import { chunkTerms, chunkVectors, chunkWeights, type Transaction, toSparseText, vectorValue } from "@assay/db";
import { sql } from "drizzle-orm";
import { openEmbedder } from "../../egress/open-parts.ts";
import { askedEmbedder } from "../../jobs/asked-model.ts";
import { senderOf } from "../../jobs/sender-of.ts";
import type { Attempt, Outcome } from "../../jobs/stage.ts";
import type { EmbedderCard } from "../../ports/models.ts";
import { checkVectors } from "../../retrieval/check-vectors.ts";
import { BM25, BM25_BEFORE, bm25DocumentWeights, lexicalTerms } from "../../retrieval/lexical-terms.ts";
import { findEmbedder } from "../../retrieval-versions/find-models.ts";
import { getVersionOf, type RetrievalVersion } from "../../retrieval-versions/retrieval-versions.ts";
import { inTenant } from "../../tenancy/transact.ts";
import { advanceDocument } from "./advance.ts";
import {
  type LoadedChunk,
  listPendingChunks,
  listPendingOfTenant,
  loadChunks,
  type PendingChunk,
} from "./list-pending-chunks.ts";
import type { DocumentServices } from "./open-document.ts";

const BATCH_MAX = 64;
/** A list of chunks holds no more, so that memory does not grow with a document. */
const LISTED_MAX = 10_000;

/** Embeds batch after batch until its time is used; progress is the chunks without a vector or without weights. */
export async function embedDocument(services: DocumentServices, attempt: Attempt): Promise<Outcome> {
  const { job } = attempt;
  let listed: { versionId: string; left: PendingChunk[]; isAll: boolean } | undefined;
  const { isWhole, saveRest } = await embedChunks(services, attempt, {
    async first(tx, version, limit) {
      // Kept for the attempt: nobody else adds to a document that is not READY. But another version may come into force.
      if (listed?.versionId !== version.id || (listed.left.length === 0 && !listed.isAll)) {
        const left = await listPendingChunks(tx, job, version, LISTED_MAX);
        listed = { versionId: version.id, left, isAll: left.length < LISTED_MAX };
      }
      const { left, isAll } = listed;
      return { pending: left.slice(0, limit), isLast: isAll && left.length <= limit };
    },
    took(count) {
      listed?.left.splice(0, count);
    },
  });
  if (!isWhole) return { state: "more", write: async () => [] };
  return {
    state: "done",
    async write(tx) {
      await saveRest(tx);
      return advanceDocument(tx, job);
    },
  };
}

/** Gives the tenant's READY documents the vectors and weights of a retrieval version that is not active yet. */
export async function reembedDocuments(services: DocumentServices, attempt: Attempt): Promise<Outcome> {
  const { tenantId, subjectId } = attempt.job;
  const { isWhole, saveRest } = await embedChunks(
    services,
    attempt,
    {
      async first(tx, version, limit) {
        const pending = await listPendingOfTenant(tx, tenantId, version, limit);
        return { pending, isLast: pending.length < limit };
      },
    },
    subjectId,
  );
  return {
    state: isWhole ? "done" : "more",
    async write(tx) {
      await saveRest(tx);
      return [];
    },
  };
}

interface Embedded {
  /** Whether all chunks have what the version searches by once the rest is saved, or time ran out. */
  readonly isWhole: boolean;
  /** Saves the last batch: with what ends the attempt, a transaction less. */
  saveRest(tx: Transaction): Promise<void>;
}

interface PendingChunks {
  /** In a transaction, which may run again: what it returns is still there. */
  first(
    tx: Transaction,
    version: RetrievalVersion,
    limit: number,
  ): Promise<{ readonly pending: readonly PendingChunk[]; readonly isLast: boolean }>;
  /** Takes off the first ones, once they are loaded. */
  took?(count: number): void;
}

async function embedChunks(
  { models, settings }: DocumentServices,
  attempt: Attempt,
  chunks: PendingChunks,
  versionId?: string,
): Promise<Embedded> {
  const { db, job } = attempt;
  const end = performance.now() + settings.attemptMs;
  for (;;) {
    const { embedder, pending, batch, isLast } = await inTenant({ db, tenantId: job.tenantId }, async (tx) => {
      const version = await getVersionOf(tx, job.tenantId, versionId);
      const embedder = findEmbedder(models, version.embedderModel);
      const { pending, isLast } = await chunks.first(tx, version, Math.min(BATCH_MAX, embedder.batchSizeMax));
      return { embedder, pending, isLast, batch: await loadChunks(tx, job.tenantId, pending) };
    });
    chunks.took?.(pending.length);
    if (batch.length === 0 && isLast) return { isWhole: true, saveRest: async () => {} };
    if (batch.length === 0) continue;
    if (performance.now() > end) return { isWhole: false, saveRest: async () => {} };
    const unembedded = batch.filter(({ hasVector }) => !hasVector);
    const vectors = unembedded.length === 0 ? [] : await embedTexts(attempt, embedder, unembedded);
    const save = async (tx: Transaction) => {
      await saveVectors(tx, job.tenantId, embedder.model, unembedded, vectors);
      await saveWeights(tx, job.tenantId, batch);
    };
    if (isLast) return { isWhole: true, saveRest: save };
    await attempt.checkpoint(save);
  }
}

async function embedTexts(attempt: Attempt, card: EmbedderCard, chunks: readonly LoadedChunk[]) {
  const texts = chunks.map(withHeader);
  const sender = senderOf(
    attempt,
    chunks.map(({ documentId: id }, at) => ({ id, characters: texts[at]!.length })),
  );
  const embedder = openEmbedder(sender, card);
  const answer = await attempt.ask(askedEmbedder(sender, card), () =>
    embedder.embed(texts, { kind: "document", signal: attempt.signal }),
  );
  return checkVectors(answer, { count: texts.length, dimensions: embedder.dimensions });
}

// What is embedded says where it is; what is stored, cited and hashed is the chunk alone.
export function withHeader({
  filename,
  location,
  context,
  content,
}: Pick<LoadedChunk, "filename" | "location" | "context" | "content">): string {
  const title = filename.replace(/\.[^.]+$/, "").replace(/[-_/]+/g, " ");
  return [title, location, context, content].filter(Boolean).join("\n");
}

async function saveVectors(
  tx: Transaction,
  tenantId: string,
  embedder: string,
  batch: readonly LoadedChunk[],
  vectors: readonly (Float32Array | null)[],
): Promise<void> {
  if (batch.length === 0) return;
  await tx.insert(chunkVectors).values(
    batch.map((chunk, at) => ({
      tenantId,
      documentId: chunk.documentId,
      chunkId: chunk.id,
      embedder,
      ...vectorValue(vectors[at] ?? null),
    })),
  );
}

/** Those of every retrieval version, whichever is active: a run may pin another one. */
async function saveWeights(tx: Transaction, tenantId: string, batch: readonly LoadedChunk[]): Promise<void> {
  const weighed = batch.flatMap((chunk) => {
    const key = { tenantId, documentId: chunk.documentId, chunkId: chunk.id };
    return readingsOf(withHeader(chunk)).map((reading) => ({ key, ...reading }));
  });
  await tx
    .insert(chunkWeights)
    .values(
      weighed.map(({ key, terms, ...lexicons }) => ({
        ...{ ...key, ...lexicons, terms: [...terms.keys()] },
        weights: terms.size > 0 ? toSparseText(bm25DocumentWeights(terms, BM25)) : null,
      })),
    )
    .onConflictDoUpdate({
      target: [chunkWeights.chunkId, chunkWeights.lexiconFrom],
      set: { lexiconTo: sql`greatest(${chunkWeights.lexiconTo}, excluded.lexicon_to)` },
    });
  const withTerms = weighed.filter(({ terms, lexiconFrom }) => lexiconFrom === 1 && terms.size > 0);
  if (withTerms.length === 0) return;
  await tx
    .insert(chunkTerms)
    .values(
      withTerms.map(({ key, terms }) => ({
        ...{ ...key, terms: [...terms.keys()] },
        weights: toSparseText(bm25DocumentWeights(terms, BM25_BEFORE)),
      })),
    )
    .onConflictDoNothing();
}

interface Reading {
  readonly lexiconFrom: number;
  readonly lexiconTo: number;
  readonly terms: ReadonlyMap<number, number>;
}

/** The terms of a text in each way of reading words; those that are equal as one. */
function readingsOf(text: string): Reading[] {
  const [before, now] = [lexicalTerms(text, 1), lexicalTerms(text, 2)];
  const isSame = before.size === now.size && [...before].every(([id, count]) => now.get(id) === count);
  if (isSame) return [{ lexiconFrom: 1, lexiconTo: 2, terms: before }];
  return [
    { lexiconFrom: 1, lexiconTo: 1, terms: before },
    { lexiconFrom: 2, lexiconTo: 2, terms: now },
  ];
}
