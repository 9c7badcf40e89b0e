import type { EvidenceKind } from "@assay/client";

const NAMES: Readonly<Record<EvidenceKind, string>> = {
  DESIGN: "Rule: policy, procedure, plan, contract",
  RECORD: "Record: log, minutes, ticket, report",
  UNKNOWN: "Unknown",
};

export const EVIDENCE_KIND_OPTIONS = (Object.keys(NAMES) as EvidenceKind[]).map((value) => ({
  value,
  label: NAMES[value],
}));
