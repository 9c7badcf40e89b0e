import type { Run } from "@assay/client";
import { SelectField } from "@assay/ui";
import { formatDateTime } from "../../app/format.ts";
import { setSearch } from "../../app/location.ts";
import { describeCounts } from "../run-status.tsx";

export interface RunChoiceProps {
  /** The parameter of the address. */
  name: "run" | "against";
  label: string;
  choices: readonly Run[];
  run: Run | null;
}

export function RunChoice({ name, label, choices, run }: RunChoiceProps) {
  return (
    <SelectField
      label={label}
      hint={run ? describeCounts(run) : undefined}
      value={run?.id ?? ""}
      onChange={({ target }) => setSearch({ [name]: target.value })}
    >
      {!run && <option value="">Choose a run</option>}
      {choices.map(({ id, createdAt, status }) => (
        <option key={id} value={id}>
          {formatDateTime(createdAt)}
          {status === "FAILED" && " (failed)"}
        </option>
      ))}
    </SelectField>
  );
}
