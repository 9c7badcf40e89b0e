import type { EvidenceRules } from "@assay/client";
import { Select } from "@assay/ui";
import { EFFECT_NAMES, RULES, type RuleEffect } from "./evidence-rules.ts";

const OPTIONS = (Object.keys(EFFECT_NAMES) as RuleEffect[]).map((value) => ({ value, label: EFFECT_NAMES[value] }));

/** What the version makes of each finding about the evidence of a verdict. */
export function RuleFields({ rules, onChange }: { rules: EvidenceRules; onChange: (rules: EvidenceRules) => void }) {
  return (
    <fieldset className="flex flex-col gap-3 rounded-lg border border-line p-3">
      <legend className="px-1 text-sm font-medium">Evidence rules</legend>
      {RULES.map(({ name, label, hint }) => (
        <Select
          key={name}
          label={label}
          hint={hint}
          value={rules[name]}
          options={OPTIONS}
          onChange={(effect) => onChange({ ...rules, [name]: effect })}
        />
      ))}
    </fieldset>
  );
}
