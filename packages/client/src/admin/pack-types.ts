import type { Timestamp } from "../types.ts";

export interface Pack {
  id: string;
  name: string;
  description: string;
  createdAt: Timestamp;
}

export interface CriteriaVersion {
  id: string;
  packId: string;
  /** From 1, in the order of import. */
  version: number;
  /** A PUBLISHED one is final, and tenants can be bound to it. */
  status: "DRAFT" | "PUBLISHED";
  criteriaCount: number;
  requirementCount: number;
  createdAt: Timestamp;
  publishedAt: Timestamp | null;
}

export type PackFormat = "assay-json" | "csv" | "oscal" | "ciso-assistant";

export type DerivedField = "criterionId" | "criterionTitle" | "requirementId" | "title" | "subcheckLabel";

/** What a value was made of that does not stand in the file as it is. */
export type Derivation = "ASSIGNED" | "LABEL" | "ID" | "GROUP" | "CATALOGUE" | "STATEMENT" | "PARTS";

export type DerivedValues = Partial<Record<DerivedField, Derivation>>;

/** What an import made, or of a dry run would make, of a file. */
export interface PackImport {
  dryRun: boolean;
  /** Null in a dry run. */
  version: CriteriaVersion | null;
  criteria: { criterionId: number; criterionTitle: string; requirementCount: number; derived: DerivedValues }[];
  requirementCount: number;
  /** The first 200, in pack order. */
  requirements: {
    requirementId: string;
    criterionId: number;
    title: string;
    subcheckLabel: string | null;
    derived: DerivedValues;
  }[];
  /** How many values of the whole version were derived, and of what. */
  derived: { field: DerivedField; from: Derivation; count: number }[];
  /** What the file holds and the version does not, such as withdrawn controls. */
  skipped: { id: string; reason: string }[];
}

/** One thing that is wrong with a pack file: `details.issues` of the refusal tells all of them, up to 200. */
export interface PackIssue {
  /** Place and name in one, such as `row 5: requirementId`. */
  field: string;
  issue: string;
  /** Of a CSV file; the header is row 1. */
  row: number | null;
  /** Of a file that cannot be read at all. */
  line: number | null;
  /** The id of the group, control or node, or the path in the file. */
  item: string | null;
  /** The column or property. */
  name: string | null;
  /** As it stands in the file. */
  value: string | null;
  mend: string;
}

export interface RequirementSide {
  requirementId: string;
  criterionId: number;
  criterionTitle: string;
  title: string;
  subcheckLabel: string | null;
}

export interface Change<T> {
  before: T;
  after: T;
}

/** From version `against` to version `versionId`, requirements matched by `requirementId`, in pack order. */
export interface CriteriaDiff {
  versionId: string;
  against: string;
  added: RequirementSide[];
  removed: RequirementSide[];
  changed: {
    requirementId: string;
    title?: Change<string> | undefined;
    criterionId?: Change<number> | undefined;
    criterionTitle?: Change<string> | undefined;
    subcheckLabel?: Change<string | null> | undefined;
  }[];
}

/** A tenant uses a pack at one version. */
export interface PackBinding {
  tenantId: string;
  packId: string;
  criteriaVersionId: string;
  version: number;
  boundAt: Timestamp;
}
