import type { AssessmentAnswer, AssessmentRequest, EvidencePassage } from "@assay/core/ports";
import { createOfflineAssessor } from "../src/index.ts";
import type { Label } from "./labelled-pair.ts";

const assessor = createOfflineAssessor();

export function toPassage(documentTitle: string, text: string, chunkId = `chunk of ${text}`): EvidencePassage {
  return { chunkId, documentTitle, location: null, pageNumber: 1, context: null, text };
}

export function assessStatement(
  title: string,
  criterionTitle: string,
  passages: AssessmentRequest["passages"],
): Promise<AssessmentAnswer> {
  const requirement = { requirementId: "1.1.1", title, subcheckLabel: null, criterionTitle };
  return assessor.assess(
    { requirement, parts: [title], guidance: [], passages },
    { signal: AbortSignal.timeout(10_000) },
  );
}

/** The status that follows from an answer under the service's own thresholds. */
export function statusOf({ confidence }: AssessmentAnswer): Label {
  return confidence >= 0.75 ? "COMPLETE" : confidence >= 0.4 ? "PARTIAL" : "MISSING";
}
