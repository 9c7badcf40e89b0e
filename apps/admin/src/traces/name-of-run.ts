import type { Run } from "@assay/client";
import { formatMoment } from "@assay/site/format";
import { isActive } from "@assay/site/is-active";

/** What a run is called in a choice. */
export function nameOfRun({ name, createdAt, status }: Run): string {
  const text = name ?? formatMoment(createdAt);
  return status === "FAILED" ? `${text} (failed)` : isActive({ status }) ? `${text} (under way)` : text;
}
