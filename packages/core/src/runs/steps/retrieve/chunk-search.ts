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
  readonly threshold: number;
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
  /** Cosine. */
  readonly similarity: number;
}
