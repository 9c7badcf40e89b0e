import { splitParts } from "@assay/language/requirement";
import { countedText } from "../../../documents/counted-text.ts";
import type { AssessmentRequest } from "../../../ports/assessor.ts";
import type { GuidedSubject, Passage } from "./load-passages.ts";

/** What an assessor is asked about one requirement. */
export function makeRequest(subject: GuidedSubject, passages: readonly Passage[]): AssessmentRequest {
  const { requirementId, title, subcheckLabel, criterionTitle, guidance } = subject;
  return {
    requirement: { requirementId, title, subcheckLabel, criterionTitle },
    parts: [...new Set(splitParts(subject).map(({ text }) => text))],
    guidance,
    passages: passages.map(({ chunkId, documentTitle, location, pageNumber, context, certainty, ...passage }) => ({
      chunkId,
      documentTitle,
      location,
      pageNumber,
      context,
      ...(certainty == null ? {} : { isFromImage: true as const }),
      text: countedText(passage.text, passage.flaggedRanges),
      ...(passage.flaggedRanges.length > 0 && {
        uncounted: passage.flaggedRanges.map(({ start, end }) => [start, end] as const),
      }),
    })),
  };
}
