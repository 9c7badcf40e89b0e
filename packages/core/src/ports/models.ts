import type { Assessor } from "./assessor.ts";
import type { Embedder } from "./embedder.ts";

/** The models that a deployment can run; the first of each is the one that its settings choose. */
export interface Models {
  readonly embedders: readonly [Embedder, ...Embedder[]];
  readonly assessors: readonly [Assessor, ...Assessor[]];
  /** Asked where the pinned assessor refuses or gives no usable answer. */
  readonly fallback?: Assessor | undefined;
}
