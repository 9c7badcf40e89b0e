import type { Derivation, DerivedField, Expectation, OscalRequirements, PackFormat } from "@assay/contract";

/** What is not in the file as it is, and what it was made of. */
export type DerivedValues = Readonly<Partial<Record<DerivedField, Derivation>>>;

export interface ParsedRequirement {
  readonly requirementId: string;
  readonly title: string;
  readonly subcheckLabel: string | null;
  readonly retrievalHint: string | null;
  /** Undefined where the file says nothing of it, so that it is derived from the wording; null: it has none. */
  readonly expectation?: Expectation | null | undefined;
  readonly derived?: DerivedValues | undefined;
}

export interface ParsedCriterion {
  /** The file's own integer; null where the format has none and the pack assigns it by `sourceKey`. */
  readonly criterionId: number | null;
  /** Names the group in the file, the same in every edition of it; null where the file has integers. */
  readonly sourceKey: string | null;
  readonly title: string;
  readonly description: string;
  readonly requirements: readonly ParsedRequirement[];
  readonly derived?: DerivedValues | undefined;
}

/** A pack file that keeps every limit: criteria and requirements in order, all ids unique, never empty. */
export interface ParsedPack {
  /** Null where the format has no place for it. */
  readonly name: string | null;
  readonly description: string;
  readonly criteria: readonly ParsedCriterion[];
  readonly skipped: readonly { readonly id: string; readonly reason: string }[];
}

/**
 * Reads the text of a pack file. Throws VALIDATION_ERROR with at most 200 `details.issues`, each a PackIssue, with how
 * many more there are in `details.issuesOmitted`, and with how many requirements have none in `details.readable`.
 */
export interface PackParser {
  parse(
    text: string,
    options: { readonly format: PackFormat; readonly requirements?: OscalRequirements | undefined },
  ): Promise<ParsedPack>;
}
