import type { Coverage } from "./cover-clause.ts";

/** What to do about each part of the requirement that the evidence does not show, or `null` where it shows all. */
export function suggestRemediation(coverages: readonly Coverage[]): string | null {
  const steps = coverages.filter(({ level }) => level !== "found").map(suggestOne);
  return steps.length === 0 ? null : steps.join(" ");
}

function suggestOne({ clause, level, caveats, unmet, missingWords, sentences }: Coverage): string {
  const part = `“${clause.text}”`;
  const title = sentences[0]?.passage.documentTitle;
  if (caveats.has("denied")) {
    return `Put ${part} in place and record it: ${title ?? "the evidence"} says that it is not so at present.`;
  }
  if (level === "absent")
    return `Define and carry out ${part}, and upload a document that shows it; the evidence at hand does not mention it.`;
  if (caveats.has("planned"))
    return `Put ${part} into effect, then replace the planned wording in ${title} by what is done and upload a record of it.`;
  const shortfall = unmet.find(({ found }) => found !== null) ?? unmet[0];
  if (shortfall?.found) {
    return `Bring ${part} to “${shortfall.required.text}”: ${title} says “${shortfall.found.text}”.`;
  }
  if (shortfall)
    return `State “${shortfall.required.text}” for ${part} in ${title}, and upload a record that it is kept.`;
  if (caveats.has("limited"))
    return `Extend ${part} to what ${title} leaves out, or record why the exceptions are acceptable.`;
  if (caveats.has("asked")) return `Answer the question about ${part} in ${title} with what is done.`;
  const words = missingWords.length === 0 ? "" : `, ${missingWords.map((word) => `“${word}”`).join(", ")} included`;
  return `State ${part} in full in ${title}${words}.`;
}
