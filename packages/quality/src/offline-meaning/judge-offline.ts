import { EVIDENCE_RULES, type MeaningCheck } from "@assay/contract";
import {
  checkMeaning,
  createMeaningReader,
  describeDocument,
  judgeChecked,
  memoizeScores,
  splitParts,
  type Verdict,
} from "@assay/core/assessments";
import type { Assessor, Entailment, EvidencePassage } from "@assay/core/ports";
import { JUDGED_ON } from "../../sets/guard/index.ts";

/** How the offline engine judges: by words, by words with the check after it, or by meaning. */
export const OFFLINE_WAYS = ["words", "words and check", "meaning"] as const;
export type OfflineWay = (typeof OFFLINE_WAYS)[number];

export interface OfflineEngine {
  readonly assessor: Assessor;
  readonly entailment: Entailment;
  readonly thresholds: MeaningCheck["thresholds"];
}

export interface JudgedCase {
  readonly requirement: { readonly title: string; readonly criterionTitle: string };
  readonly passages: readonly EvidencePassage[];
}

/** The verdict that a run stores, with every rule of a new deployment. */
export async function judgeOffline(
  { assessor, entailment, thresholds }: OfflineEngine,
  way: OfflineWay,
  { requirement: asked, passages }: JudgedCase,
): Promise<Verdict> {
  const { signal } = new AbortController();
  const requirement = { requirementId: "1", subcheckLabel: null, expectation: null, ...asked };
  const model = memoizeScores(entailment);
  const meaning = { model: model.model, sha256: model.sha256, thresholds };
  const evidence = {
    requirement,
    passages: passages.map((passage) => ({
      ...passage,
      documentId: passage.documentTitle,
      flaggedRanges: [],
      effectiveDate: null,
      expiresAt: null,
      evidenceKind: null,
      documentState: describeDocument({
        title: passage.documentTitle,
        openingText: passage.text,
        passages: [],
        knownTexts: new Set(),
      }),
    })),
    thresholds: { complete: 0.75, partial: 0.4 },
    rules: EVIDENCE_RULES,
    on: JUDGED_ON,
    period: null,
    facts: [],
    meaning: way === "words" ? null : meaning,
  };
  const parts = [...new Set(splitParts(requirement).map(({ text }) => text))];
  const reader = way === "meaning" ? createMeaningReader(model, { evidence, check: meaning, signal }) : undefined;
  const answer = await assessor.assess({ requirement, parts, guidance: [], passages }, { signal, meaning: reader });
  const check =
    way === "words" ? undefined : (cited: Parameters<typeof checkMeaning>[1]) => checkMeaning(model, cited, signal);
  return judgeChecked(answer, { evidence, check });
}
