import type { Run } from "@assay/client";

/** `Started by anna@example.com`, or with which API key. */
export function describeTrigger({ startedBy, startedByName }: Pick<Run, "startedBy" | "startedByName">): string {
  const isKey = startedBy.startsWith("api-key:");
  if (isKey) return startedByName ? `Started with the API key ${startedByName}` : "Started with an API key";
  return startedByName ? `Started by ${startedByName}` : "Started by someone who is not a member here";
}
