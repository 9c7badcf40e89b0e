import type { AssessmentFlag, Citation, CitationNote, EvidenceRules, JudgedPart, Occurrences } from "@assay/contract";
import type { Answer } from "../../ports/assessor.ts";
import type { EvaluatedEvidence } from "../evaluated-evidence.ts";

/** What a rule looks at. */
export interface Support {
  readonly citations: readonly Citation[];
  readonly citationNotes: readonly CitationNote[];
  /** What the assessor says of each part; none where it was not asked for parts. */
  readonly parts: readonly JudgedPart[];
  /** What the assessor says of passages that differ; absent where it was not asked. */
  readonly conflicts?: Answer["conflicts"];
  /** Null where nothing is counted. */
  readonly occurrences: Occurrences | null;
  readonly evidence: EvaluatedEvidence;
}

export interface RuleFinding {
  readonly flag: AssessmentFlag;
  /** Whole sentences, for people. */
  readonly note: string;
  /** What is cited next to the assessor's own quotes. */
  readonly citations?: readonly Citation[];
}

export interface EvidenceRule {
  readonly name: keyof EvidenceRules;
  /** Finds what no answer changes, so that it is known when the answer comes. */
  prepare?(evidence: EvaluatedEvidence): void;
  /** Returns what speaks against a COMPLETE, if anything does. */
  find(support: Support): RuleFinding | undefined;
}
