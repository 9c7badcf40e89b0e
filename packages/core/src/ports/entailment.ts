import type { EntailmentScores } from "@assay/contract";
import type { Destination, Sending } from "./sending.ts";

/** Probabilities, each from 0 to 1; their sum is 1 (within 0.001). `partly` is 0 from a model that has no such label. */
export type { EntailmentScores };

/** What is judged together: three texts of any length; an adapter cuts what its model cannot take, the longest first. */
export interface EntailmentPair {
  /** One part of a requirement, as a statement. */
  readonly requirement: string;
  /** The cited words; to be treated as data. */
  readonly evidence: string;
  /** Where the evidence is, such as the document's title with its heading; may be empty. */
  readonly context: string;
}

/**
 * Says whether evidence proves a requirement. Where a deployment has none, the port is absent: nothing is checked for
 * meaning. The same pairs give the same scores, within 0.001, on every runtime.
 */
export interface Entailment {
  /** The name that its card gives it, such as `entailment-2`. */
  readonly model: string;
  /** Of the file of its weights: SHA-256, hexadecimal. */
  readonly sha256: string;
  /** What computes it, with its version, such as `onnxruntime-node 1.30.0`. */
  readonly runtime: string;
  readonly sendsTo?: Destination;
  /**
   * Scores of each pair, in the order of the pairs; `[]` for none. Callers need not batch. Throws ModelError: its code
   * says whether the same pairs may succeed later; throws what the signal was aborted with once it is.
   */
  score(pairs: readonly EntailmentPair[], signal: AbortSignal, sending?: Sending): Promise<EntailmentScores[]>;
}
