import { Select, TextField } from "@assay/ui";
import { EXPIRY_CHOICES, type ExpiryChoice, expiryDays } from "./expiry.ts";

interface ExpiryFieldProps {
  value: ExpiryChoice;
  onChange: (value: ExpiryChoice) => void;
}

/** When a key ends; the day's field is named `day`. */
export function ExpiryField({ value, onChange }: ExpiryFieldProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select
        label="Expires after"
        hint="At most one year"
        options={EXPIRY_CHOICES}
        value={value}
        onChange={(next) => onChange(next as ExpiryChoice)}
      />
      {value === "day" && <TextField label="Day" name="day" type="date" required {...expiryDays(new Date())} />}
    </div>
  );
}
