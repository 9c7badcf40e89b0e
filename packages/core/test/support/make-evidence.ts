import type { Context } from "@assay/core/tenancy";
import { inTenant } from "@assay/core/tenancy";
import {
  chunks,
  chunkTerms,
  chunkVectors,
  chunkWeights,
  documents,
  newId,
  runDocuments,
  type Transaction,
  toSparseText,
  VECTOR_DIMENSIONS,
  vectorValue,
} from "@assay/db";
import { makePack } from "./make-pack.ts";
import type { TestEngine } from "./test-engine.ts";

export const EMBEDDER = "exact-double-1";

/** Whole numbers are exact as half floats, so that a cosine can be hit exactly. */
export function vector(...values: number[]): Float32Array {
  return Float32Array.from({ length: VECTOR_DIMENSIONS }, (_, at) => values[at] ?? 0);
}

export interface Piece {
  vector: Float32Array | null;
  terms?: Map<number, number>;
  embedder?: string;
  /** Of the chunk; "x" where it does not matter. */
  content?: string;
}

export interface Evidence {
  ctx: Context;
  runId: string;
  /** The ids of the chunks, in order. */
  ids: string[];
}

/** A run whose evidence has these chunks, in documents of `perDocument`, and next to it a document that is none. */
export async function makeEvidence(
  engine: TestEngine,
  pieces: readonly Piece[],
  { outside = [], perDocument = pieces.length }: { outside?: readonly Piece[]; perDocument?: number } = {},
): Promise<Evidence> {
  const ctx = await engine.makeBoundTenant(makePack(["Backups"]));
  const { id: runId } = await engine.startRun(ctx);
  const ids: string[] = [];
  await inTenant(ctx, async (tx) => {
    for (let at = 0; at < pieces.length; at += perDocument) {
      const part = pieces.slice(at, at + perDocument);
      const { documentId, chunkIds } = await insertDocument(tx, ctx.tenantId, part);
      const file = { originalFilename: "a.txt", sha256Hash: documentId, chunkCount: part.length };
      await tx.insert(runDocuments).values({ tenantId: ctx.tenantId, runId, documentId, ...file });
      ids.push(...chunkIds);
    }
    await insertDocument(tx, ctx.tenantId, outside);
  });
  return { ctx, runId, ids };
}

async function insertDocument(tx: Transaction, tenantId: string, pieces: readonly Piece[]) {
  const documentId = newId();
  const file = { originalFilename: "a.txt", sha256Hash: documentId, chunkCount: pieces.length };
  await tx
    .insert(documents)
    .values({ id: documentId, tenantId, ...file, fileType: "txt", sizeBytes: 1, status: "READY" });
  const rows = pieces.map((piece, chunkIndex) => ({ piece, id: newId(), chunkIndex }));
  for (let at = 0; at < rows.length; at += 200) {
    const batch = rows.slice(at, at + 200);
    await tx.insert(chunks).values(
      batch.map(({ id, chunkIndex, piece }) => ({
        ...{ id, tenantId, documentId, chunkIndex, segmentIndex: 0, content: piece.content ?? "x" },
        ...{ tokenCount: 1, startOffset: 0, endOffset: 1, flaggedRanges: [] },
      })),
    );
    await tx.insert(chunkVectors).values(
      batch.map(({ id, piece }) => ({
        ...{ tenantId, documentId, chunkId: id, embedder: piece.embedder ?? EMBEDDER },
        ...vectorValue(piece.vector),
      })),
    );
    const lexical = batch.filter(({ piece }) => piece.terms);
    if (lexical.length > 0)
      for (const table of [chunkTerms, chunkWeights])
        await tx.insert(table).values(
          lexical.map(({ id, piece }) => ({
            ...{ tenantId, documentId, chunkId: id, terms: [...piece.terms!.keys()] },
            weights: toSparseText(piece.terms!),
          })),
        );
  }
  return { documentId, chunkIds: rows.map(({ id }) => id) };
}
