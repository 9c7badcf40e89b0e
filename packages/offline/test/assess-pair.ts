import type { AssessmentAnswer, EvidencePassage } from "@assay/core/ports";

export function toPassage(documentTitle: string, text: string, chunkId = `chunk of ${text}`): EvidencePassage {
  return { chunkId, documentTitle, location: null, pageNumber: 1, context: null, text };
}

/** The status that follows from an answer under the service's own thresholds. */
export function statusOf({ confidence }: AssessmentAnswer): "COMPLETE" | "PARTIAL" | "MISSING" {
  return confidence >= 0.75 ? "COMPLETE" : confidence >= 0.4 ? "PARTIAL" : "MISSING";
}
