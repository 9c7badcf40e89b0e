import type { Run } from "../generated/types.ts";

/** What is said of an ended run that is not compared with a sealed snapshot, behind `before`; nothing of others. */
export function describeUnsealed({ checkedAgainst }: Pick<Run, "checkedAgainst">, before: string): string {
  if (checkedAgainst === "DIGESTS") return `${before}not sealed`;
  return checkedAgainst === "NONE" ? `${before}not checked against a record` : "";
}
