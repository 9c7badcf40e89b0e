import type { Calibration } from "../../../ports/embedder.ts";

export interface ChunkQuery {
  readonly id: string;
  readonly vector: Float32Array;
  /** pgvector's text form; null without a usable word. */
  readonly lexical: string | null;
}

/** What a run searches its evidence for, as its retrieval version says. */
export interface ChunkSearch {
  readonly tenantId: string;
  readonly runId: string;
  readonly embedder: string;
  /** Of similarity. */
  readonly threshold: number;
  /** How cosines are read as similarities; absent: as they are. */
  readonly calibration?: Calibration | undefined;
  /** Null: a version from before the weight. */
  readonly lexicalWeight: number | null;
  /** How words are read. */
  readonly lexicon: number;
  /** Of chunks for each query. */
  readonly limit: number;
  readonly queries: readonly ChunkQuery[];
}

export interface FoundChunk {
  readonly requirement: string;
  /** From 1. */
  readonly rank: number;
  readonly chunkId: string;
  readonly documentId: string;
  /** Cosine, as the calibration reads it. */
  readonly similarity: number;
}
