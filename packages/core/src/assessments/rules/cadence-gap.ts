import type { Occurrences, Period } from "@assay/contract";
import { isTooSeldom } from "../occurrences/count-occurrences.ts";
import { daysBetween } from "../occurrences/interval.ts";
import { countUnclear } from "../occurrences/occurrences-of.ts";
import type { EvidenceRule } from "./evidence-rule.ts";

/** In the period of the run it did not happen as often as the requirement says. */
export const cadenceGap: EvidenceRule = {
  name: "cadenceGap",
  find({ evidence, occurrences }) {
    if (occurrences === null || !isTooSeldom(occurrences)) return undefined;
    return { flag: "CADENCE_GAP", note: [...describe(occurrences), ...unclear(countUnclear(evidence))].join(" ") };
  },
};

function* describe({ expected, found, gaps }: Occurrences): Generator<string> {
  yield `Records of the period show ${found} of ${expected} expected occurrences.`;
  const longest = [...gaps].sort((a, b) => lengthOf(b) - lengthOf(a))[0];
  if (longest) yield `The longest time without one is from ${longest.from} to ${longest.to}.`;
}

function unclear(count: number): string[] {
  if (count === 0) return [];
  return [
    count === 1
      ? "One date was not counted because its order of day and month is not clear."
      : `${count} dates were not counted because their order of day and month is not clear.`,
  ];
}

function lengthOf({ from, to }: Period): number {
  return daysBetween(from, to);
}
