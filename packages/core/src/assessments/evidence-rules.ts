import type { AssessmentFlag, EvidenceRuleName } from "@assay/contract";
import type { EvaluatedEvidence } from "./evaluated-evidence.ts";
import { cadenceGap } from "./rules/cadence-gap.ts";
import { contradicted } from "./rules/contradicted.ts";
import { designOnly } from "./rules/design-only.ts";
import type { EvidenceRule, RuleFinding, Support } from "./rules/evidence-rule.ts";
import { expired } from "./rules/expired.ts";
import { outOfPeriod } from "./rules/out-of-period.ts";
import { reportedConflicts } from "./rules/reported-conflicts.ts";
import { weakSupport } from "./rules/weak-support.ts";

/** In the order in which their sentences stand in a reasoning. */
const RULES: readonly EvidenceRule[] = [
  expired,
  outOfPeriod,
  designOnly,
  cadenceGap,
  contradicted,
  reportedConflicts,
  weakSupport,
];

/** What a rule leaves in an assessment where it finds something. */
export const FLAG_OF_RULE: Readonly<Record<EvidenceRuleName, AssessmentFlag>> = {
  expired: "EXPIRED_EVIDENCE",
  outOfPeriod: "OUT_OF_PERIOD",
  designOnly: "DESIGN_ONLY",
  cadenceGap: "CADENCE_GAP",
  contradicted: "CONTRADICTED",
  weakSupport: "WEAK_SUPPORT",
};

export interface AppliedRules {
  readonly findings: readonly RuleFinding[];
  /** Whether a finding keeps the verdict below COMPLETE. */
  readonly caps: boolean;
}

/** Has each rule that is not switched off find what no answer changes. */
export function prepareRules(evidence: EvaluatedEvidence): void {
  for (const rule of RULES) if (evidence.rules[rule.name] !== "OFF") rule.prepare?.(evidence);
}

/** Asks each rule that the run's engine version has not switched off. */
export function applyEvidenceRules(support: Support): AppliedRules {
  const { rules } = support.evidence;
  const found = RULES.flatMap((rule) => {
    const finding = rules[rule.name] === "OFF" ? undefined : rule.find(support);
    return finding ? [{ finding, caps: rules[rule.name] === "CAP" }] : [];
  });
  return { findings: found.map(({ finding }) => finding), caps: found.some(({ caps }) => caps) };
}
