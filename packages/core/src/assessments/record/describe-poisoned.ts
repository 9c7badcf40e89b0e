import type { AssessmentFlag } from "@assay/contract";
import type { EvaluatedEvidence } from "../evaluated-evidence.ts";

const NAMED_MAX = 3;

/** Which documents have passages that no assessor saw; nothing where none has. */
export function describePoisoned({ poisoned = [] }: EvaluatedEvidence): string[] {
  if (poisoned.length === 0) return [];
  const names = [...new Set(poisoned)];
  const more = names.length > NAMED_MAX ? ` and ${names.length - NAMED_MAX} more documents` : "";
  const count = poisoned.length === 1 ? "One passage was" : `${poisoned.length} passages were`;
  const why = poisoned.length === 1 ? "it addresses" : "they address";
  return [`${count} set aside, as ${why} the model that reads: ${names.slice(0, NAMED_MAX).join(", ")}${more}.`];
}

export function poisonFlags({ poisoned = [] }: EvaluatedEvidence): AssessmentFlag[] {
  return poisoned.length > 0 ? ["INSTRUCTION_LIKE_EVIDENCE"] : [];
}
