import type { EntailmentPair, EntailmentScores } from "@assay/core/ports";

/** Where a model is, and which one it must be. */
export interface PinnedModel {
  readonly id: string;
  readonly folder: string;
  /** Of its weights. */
  readonly sha256: string;
}

/** Work for one model. */
export type Batch =
  | { readonly kind: "score"; readonly model: PinnedModel; readonly pairs: readonly EntailmentPair[] }
  | { readonly kind: "embed"; readonly model: PinnedModel; readonly texts: readonly string[] };

export type BatchResult =
  | { readonly kind: "score"; readonly scores: EntailmentScores[] }
  | { readonly kind: "embed"; readonly vectors: number[][] };

export type FromChild =
  /** The process has started and has the batch: what happens from here on is the doing of model and texts. */
  | { readonly type: "begun" }
  | { readonly type: "done"; readonly result: BatchResult }
  /** The files of the model are not those of its card; the text is for the operator. */
  | { readonly type: "unusable"; readonly message: string }
  | { readonly type: "failed" };
