import type { Run } from "@assay/client";
import { formatMoment } from "@assay/site/format";

/** `Spring review, Baseline, 3 Mar 2026, 09:10:25`; of a run without a name, `Run of 3 Mar 2026, 09:10:25`, and its pack. */
export function nameOfRun({ name, createdAt }: Pick<Run, "name" | "createdAt">, packName?: string): string {
  const at = formatMoment(createdAt);
  return (name ? [name, packName, at] : [`Run of ${at}`, packName]).filter(Boolean).join(", ");
}
