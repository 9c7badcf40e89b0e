import type { Assessor, Embedder } from "@assay/core/ports";

/** `tuned`: its cases were looked at while the rules were made; `kept back`: they were not. */
type Half = "tuned" | "kept back";

/** How many of so many cases came out as they must not, or as they should: `what` says which. */
export interface Figure {
  /** What is counted, such as "false COMPLETE, everyday wording". */
  readonly what: string;
  readonly half: Half;
  readonly count: number;
  readonly of: number;
  /** The share that is aimed at: at most for a fault, at least for a success. */
  readonly goal?: { readonly atMost: number } | { readonly atLeast: number };
}

/** The models that are measured. */
interface Engine {
  readonly assessor: Assessor;
  readonly embedder: Embedder;
}

export interface Measure {
  readonly title: string;
  /** What the figures depend on: on the product's code alone, or on a model too. */
  readonly of: "rules" | "embedder" | "assessor";
  /** Returns the figures of one set. The same code and models give the same figures, as far as the models do. */
  run(engine: Engine): Promise<readonly Figure[]>;
}

/** Whether a figure reaches its goal; true where none is set. */
export function reaches({ count, of, goal }: Figure): boolean {
  if (!goal) return true;
  const share = of === 0 ? 0 : count / of;
  return "atMost" in goal ? share <= goal.atMost : share >= goal.atLeast;
}
