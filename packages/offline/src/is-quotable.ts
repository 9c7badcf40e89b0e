import type { EvidencePassage } from "@assay/core/ports";

/** Whether a span of a passage holds nothing that does not count: no quote may run across such words. */
export function isQuotable(
  { uncounted = [] }: EvidencePassage,
  { start, end }: { start: number; end: number },
): boolean {
  return !uncounted.some(([from, to]) => from < end && to > start);
}
