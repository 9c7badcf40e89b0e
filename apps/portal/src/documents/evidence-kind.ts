import type { Document, EvidenceKind } from "@assay/client";

const SHORT: Readonly<Record<EvidenceKind, string>> = { DESIGN: "Rule", RECORD: "Record", UNKNOWN: "Unknown" };

/** Such as `Record, derived from the document`. */
export function describeEvidenceKind({ evidenceKind, evidenceKindSource }: Document): string {
  const name = SHORT[evidenceKind] ?? evidenceKind;
  if (evidenceKindSource === "USER") return `${name}, as a person set it`;
  return evidenceKind === "UNKNOWN" ? name : `${name}, derived from the document`;
}

export function nameEvidenceKind(kind: EvidenceKind): string {
  return SHORT[kind] ?? kind;
}
