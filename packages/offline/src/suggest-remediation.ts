import type { Coverage } from "./cover-clause.ts";
import { quoteWords } from "./explain-coverage.ts";

/** What to do about each part of the requirement that the evidence does not show, or `null` where it shows all. */
export function suggestRemediation(coverages: readonly Coverage[]): string | null {
  const steps = coverages.filter(({ level }) => level !== "found").map(suggestOne);
  return steps.length === 0 ? null : steps.join(" ");
}

function suggestOne({ clause, level, caveats, unmet, missingWords, sentences }: Coverage): string {
  const part = `“${clause.label}”`;
  const title = sentences[0]?.passage.documentTitle;
  if (title === undefined) {
    return `Define ${part}, put it into practice and upload a document or record that shows it: nothing found mentions it.`;
  }
  if (caveats.has("denied")) {
    const where = level === "absent" ? "says that it is not so" : "also says that it is not so";
    return `Put ${part} into practice and upload a record of it: the evidence in ${title} ${where}.`;
  }
  if (caveats.has("planned")) {
    return `Carry out ${part} and upload a record of it: ${title} describes it as planned or as a draft.`;
  }
  const shortfall = unmet.find(({ found }) => found !== null) ?? unmet[0];
  if (shortfall?.found) {
    return `Change ${title} and the practice to “${shortfall.required.text}”, as it says “${shortfall.found.text}” for ${part}.`;
  }
  if (shortfall)
    return `State “${shortfall.required.text}” in ${title} for ${part}, and upload a record that it is kept.`;
  if (caveats.has("limited")) return `Extend ${part} to what ${title} leaves out, or record why that is acceptable.`;
  if (caveats.has("asked")) return `Answer the question about ${part} in ${title} by what is done.`;
  const words = missingWords.length === 0 ? "" : `; not mentioned: ${quoteWords(missingWords)}`;
  return `State ${part} in full in ${title}${words}.`;
}
