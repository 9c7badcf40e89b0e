import { type DocumentState, EVIDENCE_RULES } from "@assay/contract";
import { judgeAnswer, splitParts, type Verdict } from "@assay/core/assessments";
import type { Assessor, EvidencePassage } from "@assay/core/ports";

export type GivenPassage = EvidencePassage;

const ON = "2026-11-01";
const THRESHOLDS = { complete: 0.75, partial: 0.4 };
const TIME_LIMIT_MS = 120_000;

/** The verdict that a run stores: the assessor is asked for the parts, and every rule of a new deployment caps. */
export async function judgePassages(
  assessor: Assessor,
  requirement: {
    readonly requirementId: string;
    readonly title: string;
    readonly subcheckLabel: string | null;
    readonly criterionTitle: string;
  },
  passages: readonly (GivenPassage & { readonly documentState: DocumentState })[],
): Promise<Verdict> {
  const parts = [...new Set(splitParts(requirement).map(({ text }) => text))];
  const signal = AbortSignal.timeout(TIME_LIMIT_MS);
  const shown = passages.map(({ documentState: _, ...passage }) => passage);
  const answer = await assessor.assess({ requirement, parts, guidance: [], passages: shown }, { signal });
  return judgeAnswer(answer, {
    requirement: { ...requirement, expectation: null },
    passages: passages.map((passage) => ({
      ...passage,
      documentId: passage.documentTitle,
      flaggedRanges: [],
      effectiveDate: null,
      expiresAt: null,
      evidenceKind: "DESIGN",
    })),
    thresholds: THRESHOLDS,
    rules: EVIDENCE_RULES,
    on: ON,
    period: null,
    facts: [],
  });
}
