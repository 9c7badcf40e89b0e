import type { EvidencePassage } from "@assay/core/ports";
import type { Coverage } from "./cover-clause.ts";
import type { Caveat } from "./find-caveats.ts";

const CAVEATS_TEXT = {
  planned: "the wording is that of a plan",
  limited: "the wording leaves exceptions",
  asked: "it is a question without an answer",
  denied: "a sentence says that it is not so",
} as const satisfies Record<Caveat, string>;

const NATURE = "This is a lexical pre-assessment: it shows where the wording is and does not judge it.";

/** What was found for which part of the requirement, in plain English. */
export function explainCoverage(coverages: readonly Coverage[]): string {
  const found = coverages.filter(({ level }) => level === "found").length;
  const head =
    coverages.length === 1 ? "" : `${found} of the ${coverages.length} parts of the requirement are in the evidence. `;
  return `${head}${coverages.map(explainOne).join(" ")} ${NATURE}`;
}

function explainOne(coverage: Coverage): string {
  const part = `“${coverage.clause.label}”`;
  const reasons = listReasons(coverage);
  const because = reasons.length === 0 ? "" : `: ${reasons.join("; ")}`;
  switch (coverage.level) {
    case "found":
      return `Found: ${part} in ${listPlaces(coverage)}.`;
    case "partly":
      return `Partly found: ${part} in ${listPlaces(coverage)}${because}.`;
    case "absent":
      return coverage.sentences.length > 0
        ? `Not found: ${part}; in ${listPlaces(coverage)} ${CAVEATS_TEXT.denied}.`
        : `Not found: ${part}.`;
    default:
      return coverage.level satisfies never;
  }
}

function listReasons({ caveats, unmet, missingWords }: Coverage): string[] {
  const reasons: string[] = [...caveats].map((caveat) => CAVEATS_TEXT[caveat]);
  for (const { required, found } of unmet) {
    const instead = found === null ? "no comparable figure stands with it" : `it says “${found.text}”`;
    reasons.push(`“${required.text}” is required and ${instead}`);
  }
  if (reasons.length === 0 && missingWords.length > 0) reasons.push(`not mentioned: ${quoteWords(missingWords)}`);
  if (reasons.length === 0) reasons.push("it is a heading");
  return reasons;
}

/** Words for a sentence: each in quotation marks, commas between. */
export function quoteWords(words: readonly string[]): string {
  return [...new Set(words)].map((word) => `“${word}”`).join(", ");
}

function listPlaces({ sentences }: Coverage): string {
  return [...new Set(sentences.map(({ passage }) => placeOf(passage)))].join(" and ");
}

/** Where a passage is, for people. */
export function placeOf({ documentTitle, pageNumber, location }: EvidencePassage): string {
  const where = pageNumber === null ? location : `page ${pageNumber}`;
  return where === null ? documentTitle : `${documentTitle}, ${where}`;
}
