import type { Document } from "@assay/client";

/** Whether later runs judge it; a retired or superseded document is kept for those that did. */
export function isEvidence({ supersededById, retiredAt }: Pick<Document, "supersededById" | "retiredAt">): boolean {
  return !supersededById && !retiredAt;
}

/** Whether it can be taken out of later runs by itself: what came out of an archive or a mail leaves with that. */
export function isRetirable(document: Pick<Document, "supersededById" | "retiredAt" | "parentDocumentId">): boolean {
  return isEvidence(document) && document.parentDocumentId === null;
}

/** Why later runs do not judge it; undefined while they do. */
export function describeLeaving({ supersededById, retiredAt }: Pick<Document, "supersededById" | "retiredAt">) {
  if (supersededById) return "Replaced by a newer version";
  return retiredAt ? "Retired" : undefined;
}
