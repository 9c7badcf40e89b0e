import type { Run } from "@assay/client";
import { formatDateTime } from "@assay/site/format";
import { isActive } from "@assay/site/is-active";
import { setSearch } from "@assay/site/location";
import { Select } from "@assay/ui";

/** Which run is shown. */
export function RunPicker({ run, recent }: { run: Run; recent: readonly Run[] }) {
  const listed = recent.some(({ id }) => id === run.id) ? recent : [run, ...recent];
  return (
    <Select
      label="Run"
      labelHidden
      value={run.id}
      onChange={(value) => setSearch({ run: value, document: null, citation: null })}
      options={listed.map((each) => ({ value: each.id, label: describe(each) }))}
    />
  );
}

function describe(run: Run): string {
  const date = formatDateTime(run.createdAt);
  const at = run.name ? `${run.name}, ${date}` : `Run of ${date}`;
  if (isActive(run)) return `${at} (${run.assessedCount} of ${run.totalRequirements})`;
  return run.status === "FAILED" ? `${at} (failed)` : at;
}
