import type { Document } from "@assay/client";

/** Whether later runs judge it; a retired or superseded document is kept for those that did. */
export function isEvidence({ supersededById, retiredAt }: Pick<Document, "supersededById" | "retiredAt">): boolean {
  return !supersededById && !retiredAt;
}

/** Why it is not; undefined while it is. */
export function describeLeaving({ supersededById, retiredAt }: Pick<Document, "supersededById" | "retiredAt">) {
  if (supersededById) return "Replaced by a newer version";
  return retiredAt ? "Retired" : undefined;
}
