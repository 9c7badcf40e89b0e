import { EVIDENCE_RULES } from "@assay/contract";
import type { EvaluatedEvidence, JudgedPassage, JudgedRequirement } from "@assay/core/assessments";
import { JUDGED_ON } from "./sets/guard-set.ts";

/** Of a passage that has no dates, kind or state unless a set says so; each title is a document. */
export type GivenPassage = Pick<JudgedPassage, "chunkId" | "documentTitle" | "text"> & Partial<JudgedPassage>;

export interface GivenEvidence extends Partial<Omit<EvaluatedEvidence, "requirement" | "passages">> {
  readonly requirement: Pick<JudgedRequirement, "title"> & Partial<JudgedRequirement>;
  readonly passages: readonly GivenPassage[];
}

/** What a run of a new deployment judges; what a set says of it comes first. */
export function evidenceOf({ requirement, passages, ...given }: GivenEvidence): EvaluatedEvidence {
  return {
    requirement: { requirementId: "1", subcheckLabel: null, criterionTitle: "", expectation: null, ...requirement },
    passages: passages.map((passage) => ({
      documentId: passage.documentTitle,
      pageNumber: null,
      flaggedRanges: [],
      effectiveDate: null,
      expiresAt: null,
      evidenceKind: null,
      documentState: null,
      ...passage,
    })),
    thresholds: { complete: 0.75, partial: 0.4 },
    rules: EVIDENCE_RULES,
    on: JUDGED_ON,
    period: null,
    facts: [],
    ...given,
  };
}
