import type { Run } from "@assay/client";
import { setSearch } from "@assay/site/location";
import { describeSigned, SignedIcon, SignedMark } from "@assay/site/signed-mark";
import { Select } from "@assay/ui";
import { OverallFigure } from "../../requirements/overall-figure.tsx";
import { nameOfRun } from "../name-of-run.ts";
import { usePackName } from "../use-pack-name.ts";

export interface RunChoiceProps {
  /** The parameter of the address. */
  name: "run" | "against";
  label: string;
  choices: readonly Run[];
  run: Run | null;
}

export function RunChoice({ name, label, choices, run }: RunChoiceProps) {
  const packNameOf = usePackName();
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Select
        label={label}
        value={run?.id ?? ""}
        onChange={(value) => setSearch({ [name]: value })}
        options={[
          ...(run ? [] : [{ value: "", label: "Choose a run" }]),
          ...choices.map((each) => ({
            value: each.id,
            label: `${nameOfRun(each, packNameOf(each))}${each.status === "FAILED" ? " (failed)" : describeSigned(each)}`,
            icon: <SignedIcon run={each} />,
          })),
        ]}
      />
      {run && <SignedMark run={run} className="self-start" />}
      {run && <OverallFigure run={run} withLegend />}
    </div>
  );
}
