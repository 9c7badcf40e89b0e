import type { Run } from "@assay/client";

/** Whether the run is under way. */
export function isActive({ status }: Pick<Run, "status">): boolean {
  return status === "PENDING" || status === "IN_PROGRESS";
}
