import { WEAK_REASON_TEXTS, type WeakReason } from "@assay/contract";
import type { EvidenceRule, Support } from "./evidence-rule.ts";

/** No citation proves what the requirement asks for, or a part that is said to be met has none that does. */
export const weakSupport: EvidenceRule = {
  name: "weakSupport",
  find(support) {
    const weak = new Map(support.citationNotes.flatMap(({ index, weak: reason }) => (reason ? [[index, reason]] : [])));
    if (weak.size === 0) return undefined;
    if (support.citations.every((_, index) => weak.has(index)))
      return { flag: "WEAK_SUPPORT", note: `No citation proves what is required: ${sayWhy([...weak.values()])}.` };
    const parts = partsWithout(support, weak);
    if (parts.length === 0) return undefined;
    const reasons = parts.flatMap(({ citations }) => citations.flatMap((index) => weak.get(index) ?? []));
    return {
      flag: "WEAK_SUPPORT",
      note: `No citation proves ${parts.map(({ part }) => `'${part}'`).join(", ")}: ${sayWhy(reasons)}.`,
    };
  },
};

function partsWithout({ parts }: Support, weak: ReadonlyMap<number, WeakReason>) {
  return parts.filter(
    ({ verdict, citations }) =>
      verdict === "MET" && citations.length > 0 && citations.every((index) => weak.has(index)),
  );
}

function sayWhy(reasons: readonly WeakReason[]): string {
  return [...new Set(reasons)].map((reason) => WEAK_REASON_TEXTS[reason]).join("; ");
}
