import type { EvidenceRules } from "@assay/client";

export type RuleName = keyof EvidenceRules;
export type RuleEffect = EvidenceRules[RuleName];

/** In the order of the contract: what a rule finds, in words. */
export const RULES: readonly { readonly name: RuleName; readonly label: string; readonly hint: string }[] = [
  { name: "expired", label: "Expired documents", hint: "A cited document had expired when the run started" },
  { name: "outOfPeriod", label: "Outside the period", hint: "What is cited lies outside the period of the run" },
  { name: "designOnly", label: "Rules without records", hint: "Only rules are cited where practice has to be shown" },
  { name: "cadenceGap", label: "Too few occurrences", hint: "It did not happen as often as it had to" },
  { name: "contradicted", label: "Contradictions", hint: "Passages of the evidence say different things" },
  { name: "weakSupport", label: "Weak support", hint: "No citation proves by itself what is required" },
];

export const EFFECT_NAMES: Readonly<Record<RuleEffect, string>> = {
  OFF: "Off",
  NOTE: "Note",
  CAP: "Keep below complete",
};

/** Such as `All: keep below complete`, or `Keep below complete: Contradictions; off: all others`. */
export function describeRules(rules: EvidenceRules): string {
  const effects = (Object.keys(EFFECT_NAMES) as RuleEffect[]).reverse();
  const groups = effects
    .map((effect) => ({ effect, names: RULES.filter(({ name }) => rules[name] === effect) }))
    .filter(({ names }) => names.length > 0);
  if (groups.length === 1) return `All: ${EFFECT_NAMES[groups[0]!.effect].toLowerCase()}`;
  const largest = groups.reduce((most, group) => (group.names.length > most.names.length ? group : most));
  return groups
    .map((group) => {
      const names = group === largest ? "all others" : group.names.map(({ label }) => label).join(", ");
      return `${EFFECT_NAMES[group.effect]}: ${names}`;
    })
    .join("; ");
}

/** The rules that two versions set differently, in words. */
export function listRuleChanges(before: EvidenceRules, after: EvidenceRules) {
  return RULES.filter(({ name }) => before[name] !== after[name]).map(({ name, label }) => ({
    name,
    label,
    before: EFFECT_NAMES[before[name]],
    after: EFFECT_NAMES[after[name]],
  }));
}

/** What of the rules differs; undefined where nothing does. */
export function changedRules(before: EvidenceRules, after: EvidenceRules): Partial<EvidenceRules> | undefined {
  const changed = RULES.filter(({ name }) => before[name] !== after[name]).map(({ name }) => [name, after[name]]);
  return changed.length === 0 ? undefined : Object.fromEntries(changed);
}
