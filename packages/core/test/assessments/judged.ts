import { EVIDENCE_RULES_BEFORE } from "@assay/contract";
import type { EvaluatedEvidence, JudgedPassage } from "../../src/assessments/evaluated-evidence.ts";

export function judgedPassage(chunkId: string, text: string): JudgedPassage {
  return {
    chunkId,
    documentId: `document of ${chunkId}`,
    documentTitle: "policy.pdf",
    pageNumber: 1,
    text,
    flaggedRanges: [],
    effectiveDate: null,
    expiresAt: null,
    evidenceKind: null,
    documentState: null,
  };
}

export function evaluatedEvidence(passages: readonly JudgedPassage[]): EvaluatedEvidence {
  return {
    requirement: {
      requirementId: "1",
      title: "Backups are taken every day and restored as a test twice a year",
      subcheckLabel: null,
      criterionTitle: "Backup",
      expectation: null,
    },
    passages,
    thresholds: { complete: 0.75, partial: 0.4 },
    rules: EVIDENCE_RULES_BEFORE,
    on: "2026-11-21",
    period: null,
    facts: [],
  };
}
