import type { RunWaiting } from "@assay/client";
import { formatCount, formatDateTime } from "../format/format.ts";

/** What a run waits for, in a sentence. */
export function describeWaiting({ part, reason, until, documentCount }: NonNullable<RunWaiting>): string {
  const again = formatDateTime(until);
  if (reason === "DOCUMENTS")
    return `Waiting until ${formatCount(documentCount, "document")} ${documentCount === 1 ? "has" : "have"} been read, at the latest until ${again}`;
  return reason === "QUOTA"
    ? `Waiting for the quota of ${nameOfPart(part)} until ${again}`
    : `Waiting for ${nameOfPart(part)}, which is not available: it is asked again on ${again}`;
}

/** A part that the service is on, as the queue names it. */
export function nameOfPart(part: string): string {
  if (part === "files") return "the file store";
  return part.startsWith("model:") ? `the model ${part.slice("model:".length)}` : `the ${part}`;
}
