import type { EvidenceRule } from "./evidence-rule.ts";
import { supportingPassages } from "./supporting-passages.ts";

/** Rules alone are cited where the requirement asks for proof that they are followed. */
export const designOnly: EvidenceRule = {
  name: "designOnly",
  find(support) {
    const kind = support.evidence.requirement.expectation?.kind;
    if (kind !== "OPERATION" && kind !== "BOTH") return undefined;
    // Counted days are citations, and those of records.
    if ((support.occurrences?.found ?? 0) > 0) return undefined;
    const passages = supportingPassages(support);
    if (passages.length === 0 || passages.some(({ evidenceKind }) => evidenceKind !== "DESIGN")) return undefined;
    return {
      flag: "DESIGN_ONLY",
      note: "Only documents that lay down a rule are cited, and none that records that it is followed.",
    };
  },
};
