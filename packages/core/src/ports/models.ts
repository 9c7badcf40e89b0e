import type { EngineMetrics, MeaningCover, MeaningThresholds } from "@assay/contract";
import type { Assessor } from "./assessor.ts";
import type { Embedder } from "./embedder.ts";
import type { Entailment } from "./entailment.ts";

/** The models that a deployment can run; the first of each is the one that its settings choose. */
export interface Models {
  readonly embedders: readonly [Embedder, ...Embedder[]];
  readonly assessors: readonly [Assessor, ...Assessor[]];
  /** Asked where the pinned assessor refuses or gives no usable answer. */
  readonly fallback?: Assessor | undefined;
  /** Checks citations for their meaning; absent where nothing does. */
  readonly meaning?: MeaningModel | undefined;
}

/** The model that checks citations for their meaning, with what its card says of it. */
export interface MeaningModel {
  readonly entailment: Entailment;
  /** What it was measured on. */
  readonly covers: MeaningCover;
  readonly thresholds: {
    /** Next to an assessor that reads by itself: the check is a second opinion. */
    readonly reading: MeaningThresholds;
    /** Next to one that goes by words: the check is the only opinion on what they mean. */
    readonly wording: MeaningThresholds;
  };
  /** What was measured of it with this release; absent where nothing was. */
  readonly metrics?: EngineMetrics | undefined;
}
