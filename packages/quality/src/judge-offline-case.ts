import { EVIDENCE_RULES } from "@assay/contract";
import { describeDocument, judgeAnswer, shinglesOfAll, splitParts } from "@assay/core/assessments";
import type { Assessor } from "@assay/core/ports";

/** A requirement with the documents that are its evidence. */
export interface OfflineCase {
  readonly requirement: string;
  readonly criterion: string;
  readonly documents: readonly { readonly title: string; readonly text: string }[];
}

const ON = "2026-11-01";
const THRESHOLDS = { complete: 0.75, partial: 0.4 };
const TIME_LIMIT_MS = 120_000;

/** The status that a run stores: the assessor is asked for the parts, and every rule of a new deployment caps. */
export async function judgeOfflineCase(assessor: Assessor, { requirement: title, criterion, documents }: OfflineCase) {
  const requirement = { requirementId: "1", title, subcheckLabel: null, criterionTitle: criterion };
  const passages = documents.map(({ title: documentTitle, text }, index) => ({
    chunkId: `${index}`,
    documentTitle,
    location: null,
    pageNumber: 1,
    context: null,
    text,
  }));
  const parts = [...new Set(splitParts(requirement).map(({ text }) => text))];
  const signal = AbortSignal.timeout(TIME_LIMIT_MS);
  const answer = await assessor.assess({ requirement, parts, guidance: [], passages }, { signal });
  const { status } = judgeAnswer(answer, {
    requirement: { ...requirement, expectation: null },
    passages: passages.map((passage) => ({
      ...passage,
      documentId: passage.chunkId,
      flaggedRanges: [],
      effectiveDate: null,
      expiresAt: null,
      evidenceKind: "DESIGN",
      documentState: describeDocument({
        title: passage.documentTitle,
        openingText: passage.text,
        passages: [passage.text],
        knownTexts: shinglesOfAll([]),
      }),
    })),
    thresholds: THRESHOLDS,
    rules: EVIDENCE_RULES,
    on: ON,
    period: null,
    facts: [],
  });
  return status;
}
