import entailment from "../weights/entailment-2/card.json" with { type: "json" };
import type { EntailmentCard } from "./card.ts";

// Also for runtimes without files: they ask a server for the same model.

/** The entailment model that comes with the service, and what its card says of it. */
export const SHIPPED_ENTAILMENT = {
  model: entailment.id,
  sha256: entailment.sha256["model.onnx"],
  thresholds: entailment.thresholds,
  covers: { languages: entailment.languages, kinds: entailment.kinds } as Pick<EntailmentCard, "languages" | "kinds">,
};

/** The embedder that comes with the service. */
export const SHIPPED_EMBEDDER = "embedder-2";
