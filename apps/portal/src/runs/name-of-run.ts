import type { Run } from "@assay/client";
import { formatDateTime } from "@assay/site/format";

/** `Spring review, Baseline, 3 Mar 2026, 09:10`; of a run without a name, `Run of 3 Mar 2026, 09:10`, and its pack. */
export function nameOfRun({ name, createdAt }: Pick<Run, "name" | "createdAt">, packName?: string): string {
  const at = formatDateTime(createdAt);
  return (name ? [name, packName, at] : [`Run of ${at}`, packName]).filter(Boolean).join(", ");
}
