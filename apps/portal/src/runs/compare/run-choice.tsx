import type { Run } from "@assay/client";
import { formatDateTime } from "@assay/site/format";
import { setSearch } from "@assay/site/location";
import { Select } from "@assay/ui";
import { OverallFigure } from "../../requirements/overall-figure.tsx";

export interface RunChoiceProps {
  /** The parameter of the address. */
  name: "run" | "against";
  label: string;
  choices: readonly Run[];
  run: Run | null;
}

export function RunChoice({ name, label, choices, run }: RunChoiceProps) {
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Select
        label={label}
        value={run?.id ?? ""}
        onChange={(value) => setSearch({ [name]: value })}
        options={[
          ...(run ? [] : [{ value: "", label: "Choose a run" }]),
          ...choices.map(({ id, createdAt, status }) => ({
            value: id,
            label: `${formatDateTime(createdAt)}${status === "FAILED" ? " (failed)" : ""}`,
          })),
        ]}
      />
      {run && <OverallFigure run={run} withLegend />}
    </div>
  );
}
