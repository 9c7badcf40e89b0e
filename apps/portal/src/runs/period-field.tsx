import type { Period } from "@assay/client";
import { formatPeriod } from "@assay/site/period";
import { Select, TextField } from "@assay/ui";
import { findPeriodErrors, periodPresets } from "./period-presets.ts";

const NONE = "none";
const OWN = "own";

/** What is chosen: no period, a usual one, or two typed dates. */
export interface PeriodChoice {
  readonly kind: string;
  readonly typed: Period;
}

export const NO_PERIOD: PeriodChoice = { kind: NONE, typed: { from: "", to: "" } };

/** The chosen period; undefined for none, null while it cannot be used. */
export function readPeriod({ kind, typed }: PeriodChoice, today: string): Period | null | undefined {
  if (kind === NONE) return undefined;
  if (kind === OWN) return findPeriodErrors(typed) ? null : typed;
  return periodPresets(today).find(({ id }) => id === kind)?.period;
}

interface PeriodFieldProps {
  choice: PeriodChoice;
  /** ISO date. */
  today: string;
  /** Whether what is still missing is an error by now. */
  isChecked: boolean;
  onChange: (choice: PeriodChoice) => void;
}

/** The time that a run is about: usual ones by name, or any by its first and last day. */
export function PeriodField({ choice, today, isChecked, onChange }: PeriodFieldProps) {
  const presets = periodPresets(today);
  const preset = presets.find(({ id }) => id === choice.kind);
  const errors = findPeriodErrors(choice.typed) ?? {};
  const isTyped = choice.typed.from !== "" && choice.typed.to !== "";
  const shown = isChecked || isTyped ? errors : {};
  const type = (field: keyof Period) => (value: string) =>
    onChange({ ...choice, typed: { ...choice.typed, [field]: value } });
  return (
    <div className="flex flex-col gap-3">
      <Select
        label="Period"
        hint={
          preset
            ? formatPeriod(preset.period)
            : choice.kind === OWN
              ? "Both days belong to it"
              : "Evidence is judged as it is now; occurrences are not counted"
        }
        value={choice.kind}
        onChange={(kind) => onChange({ kind, typed: kind === OWN && !isTyped ? presets.at(-2)!.period : choice.typed })}
        options={[
          { value: NONE, label: "None: as of today" },
          ...presets.map(({ id, label }) => ({ value: id, label })),
          { value: OWN, label: "Other dates …" },
        ]}
      />
      {choice.kind === OWN && (
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField
            label="First day"
            type="date"
            value={choice.typed.from}
            error={shown.from}
            onChange={({ target }) => type("from")(target.value)}
          />
          <TextField
            label="Last day"
            type="date"
            value={choice.typed.to}
            error={shown.to}
            onChange={({ target }) => type("to")(target.value)}
          />
        </div>
      )}
    </div>
  );
}
