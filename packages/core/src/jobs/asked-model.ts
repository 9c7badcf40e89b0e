import type { Part } from "@assay/contract";
import type { Assessor } from "../ports/assessor.ts";
import type { Embedder } from "../ports/embedder.ts";

export type ModelPart = Extract<Part, `model:${string}`>;

/** What may be asked and is no model. */
export type OtherPart = Exclude<Part, ModelPart>;

/** A model that may be asked. */
export interface AskedModel {
  readonly part: ModelPart;
  /** One small call that tells whether it answers at all. Throws ModelError. */
  probe(signal: AbortSignal): Promise<void>;
}

export const modelPart = (model: string): ModelPart => `model:${model}`;

export function askedAssessor(assessor: Assessor): AskedModel {
  return { part: modelPart(assessor.model), probe: async (signal) => void (await assessor.probe({ signal })) };
}

export function askedEmbedder(embedder: Embedder): AskedModel {
  const call = (signal: AbortSignal) => embedder.embed(["Backups are made."], { kind: "query", signal });
  return { part: modelPart(embedder.model), probe: async (signal) => void (await call(signal)) };
}
