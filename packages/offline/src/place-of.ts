import type { EvidencePassage } from "@assay/core/ports";

/** Where a passage is, for people. */
export function placeOf({ documentTitle, pageNumber, location }: EvidencePassage): string {
  const where = pageNumber === null ? location : `page ${pageNumber}`;
  return where === null ? documentTitle : `${documentTitle}, ${where}`;
}
