import type { DocumentState, EvidenceKind, EvidenceRules, Expectation, MeaningCheck, Period } from "@assay/contract";
import type { DatedFactScope } from "@assay/db";
import type { ConfidenceThresholds } from "./status-from-confidence.ts";
import type { VerifiablePassage } from "./verify-quotes.ts";

export interface JudgedPassage extends VerifiablePassage {
  readonly documentTitle: string;
  /** ISO date from which the document is active; null where nobody said. */
  readonly effectiveDate: string | null;
  /** ISO date; the evidence is out of date after it. */
  readonly expiresAt: string | null;
  readonly evidenceKind: EvidenceKind | null;
  /** What the document is; null where it was not looked at. */
  readonly documentState: DocumentState | null;
  /** Of words that were read from an image, 0 to 1; absent for a file's own text. */
  readonly certainty?: number | null | undefined;
  /** Of such words, where each is in the text; absent where their places are not known. */
  readonly words?: readonly ReadWord[] | undefined;
}

/** A word that was read from an image, as a range of the passage's text. */
export interface ReadWord {
  readonly start: number;
  readonly end: number;
  readonly certainty: number;
}

export interface JudgedRequirement {
  readonly requirementId: string;
  readonly title: string;
  readonly subcheckLabel: string | null;
  readonly criterionTitle: string;
  readonly expectation: Expectation | null;
}

/** A day on which something happened, as a document has it. */
export interface DatedFact {
  /** ISO date; null where the order of its day and month is not clear. */
  readonly date: string | null;
  readonly documentId: string;
  readonly chunkId: string;
  /** The words that hold it. */
  readonly text: string;
  readonly scope: DatedFactScope;
  /** What the place of these words is called: heading, sheet, columns. */
  readonly topic: string;
}

/** All that a verdict is made of next to the assessor's answer. */
export interface EvaluatedEvidence {
  readonly requirement: JudgedRequirement;
  readonly passages: readonly JudgedPassage[];
  readonly thresholds: ConfidenceThresholds;
  readonly rules: EvidenceRules;
  /** The run's ISO date, against which evidence expires. */
  readonly on: string;
  readonly period: Period | null;
  readonly facts: readonly DatedFact[];
  /** The documents of passages that were set aside, as they address a model: one for each passage. */
  readonly poisoned?: readonly string[];
  /** By what citations are checked for their meaning; absent or null where they are not. */
  readonly meaning?: MeaningCheck | null | undefined;
  /** What words alone say is not enough for this assessor: where meaning is not checked, a verdict is PARTIAL at most. */
  readonly goesByWords?: boolean;
  /** Below it words that were read from an image prove nothing; absent where none were. */
  readonly certaintyMin?: number | null | undefined;
}
