import type { Destination, Sending } from "./sending.ts";

/**
 * How the cosines of an embedder are read as similarities, so that one threshold fits all embedders: `floor` is the cosine
 * that counts as 0.20. It keeps the order. Part of the embedder: another one is another name.
 */
export interface Calibration {
  readonly floor: number;
}

/** Turns text into unit vectors of `dimensions`; same order in and out. Throws ModelError. */
export interface Embedder {
  readonly model: string;
  readonly dimensions: number;
  readonly sendsTo?: Destination;
  /** What shared words weigh next to the nearness of its vectors when passages are ordered; absent: as next to learned ones. */
  readonly lexicalWeight?: number;
  /** How its cosines are read as similarities; absent: as they are. */
  readonly calibration?: Calibration;
  /** Models of earlier releases in whose place it came; a deployment that runs on one of them continues doing so. */
  readonly replaces?: readonly string[];
  /** Most texts that one call accepts; callers batch. */
  readonly batchSizeMax: number;
  /** `null` for a text that has no meaning to this embedder (no usable word): it gets no vector and is not found. */
  embed(
    texts: readonly string[],
    options: { kind: "query" | "document"; signal?: AbortSignal; sending?: Sending | undefined },
  ): Promise<(Float32Array | null)[]>;
}
