import type { Part } from "@assay/contract";
import { type Admitted, openEmbedder } from "../egress/open-parts.ts";
import type { Sender } from "../egress/send-counted.ts";
import type { Assessor } from "../ports/assessor.ts";
import type { EmbedderCard } from "../ports/models.ts";

export type ModelPart = Extract<Part, `model:${string}`>;

/** What may be asked and is no model. */
export type OtherPart = Exclude<Part, ModelPart>;

/** A model that may be asked. */
export interface AskedModel extends Admitted {
  readonly part: ModelPart;
  /** One small call that tells whether it answers at all. Throws ModelError. */
  probe(signal: AbortSignal): Promise<void>;
}

export const modelPart = (model: string): ModelPart => `model:${model}`;

export function askedAssessor(assessor: Assessor & Admitted): AskedModel {
  return {
    part: modelPart(assessor.model),
    admit: assessor.admit,
    probe: async (signal) => void (await assessor.probe({ signal })),
  };
}

export function askedEmbedder(sender: Sender, card: EmbedderCard): AskedModel {
  const embedder = openEmbedder(sender, card, "PROBE");
  const call = (signal: AbortSignal) => embedder.embed(["Backups are made."], { kind: "query", signal });
  return { part: modelPart(card.model), admit: embedder.admit, probe: async (signal) => void (await call(signal)) };
}
