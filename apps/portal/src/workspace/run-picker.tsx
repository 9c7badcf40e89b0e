import type { Run } from "@assay/client";
import { isActive } from "@assay/site/is-active";
import { setSearch } from "@assay/site/location";
import { describeSigned, SignedIcon } from "@assay/site/signed-mark";
import { Select } from "@assay/ui";
import { nameOfRun } from "../runs/name-of-run.ts";
import { usePackName } from "../runs/use-pack-name.ts";

/** Which run is shown. */
export function RunPicker({ run, recent }: { run: Run; recent: readonly Run[] }) {
  const packNameOf = usePackName();
  const listed = recent.some(({ id }) => id === run.id) ? recent : [run, ...recent];
  return (
    <Select
      label="Run"
      labelHidden
      value={run.id}
      onChange={(value) => setSearch({ run: value, document: null, citation: null })}
      options={listed.map((each) => ({
        value: each.id,
        label: describe(each, packNameOf(each)),
        icon: <SignedIcon run={each} />,
      }))}
    />
  );
}

function describe(run: Run, packName: string | undefined): string {
  const at = nameOfRun(run, packName);
  if (isActive(run)) return `${at} (${run.assessedCount} of ${run.totalRequirements})`;
  return run.status === "FAILED" ? `${at} (failed)` : `${at}${describeSigned(run)}`;
}
