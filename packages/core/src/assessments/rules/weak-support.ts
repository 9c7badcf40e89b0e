import { WEAK_REASON_TEXTS, type WeakReason } from "@assay/contract";
import { weaknessOfPair } from "../meaning/evaluate-meaning.ts";
import type { EvidenceRule, Support } from "./evidence-rule.ts";

/** No citation proves what the requirement asks for, or a part that is said to be met has none that does. */
export const weakSupport: EvidenceRule = {
  name: "weakSupport",
  find(support) {
    const weak = new Map(support.citationNotes.flatMap(({ index, weak: reason }) => (reason ? [[index, reason]] : [])));
    if (support.citations.length > 0 && support.citations.every((_, index) => weak.has(index)))
      return { flag: "WEAK_SUPPORT", note: `No citation proves what is required: ${sayWhy([...weak.values()])}.` };
    const parts = partsWithout(support, weak);
    if (parts.length === 0) return undefined;
    const reasons = parts.flatMap(({ citations }) => citations.map((index) => weak.get(index) ?? "NOT_ENTAILED"));
    return {
      flag: "WEAK_SUPPORT",
      note: `No citation proves ${parts.map(({ part }) => part).join(", ")}: ${sayWhy(reasons)}.`,
    };
  },
};

function partsWithout({ parts, citationNotes, evidence }: Support, weak: ReadonlyMap<number, WeakReason>) {
  const { meaning } = evidence;
  const isWeakFor = (part: number, index: number) =>
    weak.has(index) ||
    (meaning &&
      citationNotes
        .find((note) => note.index === index)
        ?.meaning?.some((pair) => pair.part === part && weaknessOfPair(pair, meaning.thresholds)));
  return parts.filter(
    ({ verdict, citations }, at) =>
      verdict === "MET" && citations.length > 0 && citations.every((index) => isWeakFor(at, index)),
  );
}

function sayWhy(reasons: readonly WeakReason[]): string {
  return [...new Set(reasons)].map((reason) => WEAK_REASON_TEXTS[reason]).join("; ");
}
