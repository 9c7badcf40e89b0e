import { describeDocument, shinglesOfAll } from "@assay/core/assessments";
import type { Assessor } from "@assay/core/ports";
import { evaluatePassages } from "./evaluate-passages.ts";

/** A requirement with the documents that are its evidence. */
export interface OfflineCase {
  readonly requirement: string;
  readonly criterion: string;
  readonly documents: readonly { readonly title: string; readonly text: string }[];
}

/** The status that a run stores where each document is one passage. */
export async function evaluateOfflineCase(
  assessor: Assessor,
  { requirement: title, criterion, documents }: OfflineCase,
) {
  const requirement = { requirementId: "1", title, subcheckLabel: null, criterionTitle: criterion };
  const passages = documents.map(({ title: documentTitle, text }, index) => ({
    chunkId: `${index}`,
    documentTitle,
    location: null,
    pageNumber: 1,
    context: null,
    text,
    evidenceKind: "DESIGN" as const,
    documentState: describeDocument({
      title: documentTitle,
      openingText: text,
      passages: [text],
      knownTexts: shinglesOfAll([]),
    }),
  }));
  const { status } = await evaluatePassages({ assessor }, requirement, passages);
  return status;
}
