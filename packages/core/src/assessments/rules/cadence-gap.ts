import { isTooSeldom } from "../occurrences/count-occurrences.ts";
import { countUnclear, listFailed } from "../occurrences/occurrences-of.ts";
import { describeGaps } from "../record/describe-gaps.ts";
import type { EvidenceRule } from "./evidence-rule.ts";

/** In the period of the run it did not happen as often as the requirement says. */
export const cadenceGap: EvidenceRule = {
  name: "cadenceGap",
  find({ evidence, occurrences }) {
    if (occurrences === null || !isTooSeldom(occurrences)) return undefined;
    const { requirement, passages } = evidence;
    const titles = new Map(passages.map(({ documentId, documentTitle }) => [documentId, documentTitle]));
    const sentences = [
      `Records of the period show ${occurrences.found} of ${occurrences.expected} expected occurrences.`,
      ...describeGaps(occurrences, { title: requirement.title, nameOf: (id) => titles.get(id) }),
      ...failed(listFailed(evidence)),
      ...unclear(countUnclear(evidence)),
    ];
    return { flag: "CADENCE_GAP", note: sentences.join(" ") };
  },
};

function failed(days: readonly string[]): string[] {
  return days.length === 0 ? [] : [`Not counted, as it did not succeed: ${days.join(", ")}.`];
}

function unclear(count: number): string[] {
  if (count === 0) return [];
  return [
    count === 1
      ? "One date was not counted because its order of day and month is not clear."
      : `${count} dates were not counted because their order of day and month is not clear.`,
  ];
}
