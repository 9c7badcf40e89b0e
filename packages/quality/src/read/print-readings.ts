import { ASSESSMENT_STATUSES } from "@assay/contract";
import { countStatus, type JudgedRequirement } from "./evaluate-all.ts";

/** What a person needs to judge verdicts: the requirement, each quote and its document. */
export function printReadings(judged: readonly JudgedRequirement[]): string {
  return judged.map(printReading).join("\n\n");
}

export function printCounts(judged: readonly JudgedRequirement[]): string {
  const counts = ASSESSMENT_STATUSES.flatMap((status) => {
    const count = countStatus(judged, status);
    return count > 0 ? [`${count} ${status}`] : [];
  });
  return `${judged.length} requirements: ${counts.join(", ")}`;
}

function printReading({ requirement, passages, verdict }: JudgedRequirement, at: number): string {
  const byId = new Map(passages.map((passage) => [passage.chunkId, passage]));
  const quotes = verdict!.citations.map(({ chunkId, text }) => {
    const passage = byId.get(chunkId);
    const place = [passage?.documentTitle, passage?.location].filter(Boolean).join(" > ");
    return `   ${place}\n     “${text.replace(/\s+/g, " ")}”`;
  });
  const head = `${at + 1}. ${requirement.requirementId} (${requirement.criterionTitle}): ${requirement.title}`;
  return [head.replace(/\s+/g, " "), ...quotes, "   [ ] right  [ ] wrong:"].join("\n");
}
