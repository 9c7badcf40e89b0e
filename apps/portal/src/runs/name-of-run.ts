import type { Run } from "@assay/client";
import { formatDateTime } from "@assay/site/format";

/** `Spring review, 3 Mar 2026, 09:10`; of a run without a name, `Run of 3 Mar 2026, 09:10`. */
export function nameOfRun({ name, createdAt }: Pick<Run, "name" | "createdAt">): string {
  const at = formatDateTime(createdAt);
  return name ? `${name}, ${at}` : `Run of ${at}`;
}
