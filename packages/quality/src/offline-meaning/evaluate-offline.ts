import type { MeaningCheck } from "@assay/contract";
import { describeDocument, type Verdict } from "@assay/core/assessments";
import type { Entailment, EvidencePassage } from "@assay/core/ports";
import { createOfflineMeaningAssessor, createOfflinePartsAssessor } from "@assay/offline";
import { evaluatePassages, type Judging } from "../evaluate-passages.ts";

/** How the offline engine judges: by words, by words with the check after it, or by meaning. */
export const OFFLINE_WAYS = ["words", "words and check", "meaning"] as const;
export type OfflineWay = (typeof OFFLINE_WAYS)[number];

export interface OfflineEngine {
  readonly entailment: Entailment;
  readonly check: MeaningCheck;
}

export interface JudgedCase {
  readonly requirement: { readonly title: string; readonly criterionTitle: string };
  readonly passages: readonly EvidencePassage[];
}

/** The engine, judging in one of its ways. */
export function judgingBy(way: OfflineWay, meaning: OfflineEngine): Judging {
  switch (way) {
    case "words":
      return { assessor: createOfflinePartsAssessor() };
    case "words and check":
      return { assessor: createOfflinePartsAssessor(), meaning };
    case "meaning":
      return { assessor: createOfflineMeaningAssessor(), meaning };
    default:
      return way satisfies never;
  }
}

/** The verdict that a run stores, with every rule of a new deployment. */
export function evaluateOffline(
  engine: OfflineEngine,
  way: OfflineWay,
  { requirement, passages }: JudgedCase,
): Promise<Verdict> {
  return evaluatePassages(
    judgingBy(way, engine),
    { requirementId: "1", subcheckLabel: null, ...requirement },
    passages.map((passage) => ({
      ...passage,
      documentState: describeDocument({
        title: passage.documentTitle,
        openingText: passage.text,
        passages: [],
        knownTexts: new Set(),
      }),
    })),
  );
}
