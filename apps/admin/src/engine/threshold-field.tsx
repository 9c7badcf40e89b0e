import { TextField, TONES } from "@assay/ui";
import { readShare, STEP, writeShare } from "./version-form.ts";

interface ThresholdFieldProps {
  label: string;
  tone: "complete" | "partial";
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** A confidence, by a slider or as a number. */
export function ThresholdField({ label, tone, value, error, onChange }: ThresholdFieldProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_5.5rem] items-end gap-3">
      <label className="flex min-w-0 flex-col gap-1 text-sm font-medium">
        <span className="flex items-center gap-1.5">
          <span aria-hidden className={`size-2 rounded-xs ${TONES[tone].fill}`} />
          {label}
        </span>
        <input
          type="range"
          min={0}
          max={1}
          step={STEP}
          value={readShare(value) ?? 0}
          onChange={(event) => onChange(writeShare(event.target.valueAsNumber))}
          className="target h-8 w-full accent-accent"
        />
      </label>
      <TextField
        label={`${label}, as a number`}
        labelHidden
        inputMode="decimal"
        value={value}
        aria-invalid={error ? true : undefined}
        className="text-end tabular-nums"
        onChange={(event) => onChange(event.target.value)}
      />
      {error && <p className="col-span-2 text-xs text-missing">{error}</p>}
    </div>
  );
}
