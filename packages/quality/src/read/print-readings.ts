import { ASSESSMENT_STATUSES } from "@assay/contract";
import type { JudgedRequirement } from "./judge-pack.ts";

/** Each COMPLETE with what a person needs to judge it: the requirement, each quote and its document. */
export function printReadings(judged: readonly JudgedRequirement[]): string {
  const complete = judged.filter(({ verdict }) => verdict?.status === "COMPLETE");
  const entries = complete.map(({ requirement, passages, verdict }, at) => {
    const byId = new Map(passages.map((passage) => [passage.chunkId, passage]));
    const quotes = verdict!.citations.map(({ chunkId, text }) => {
      const passage = byId.get(chunkId);
      const place = [passage?.documentTitle, passage?.location].filter(Boolean).join(" > ");
      return `   ${place}\n     “${text.replace(/\s+/g, " ")}”`;
    });
    const head = `${at + 1}. ${requirement.requirementId} (${requirement.criterionTitle}): ${requirement.title}`;
    return [head.replace(/\s+/g, " "), ...quotes, "   [ ] right  [ ] wrong:"].join("\n");
  });
  return [...entries, countStatuses(judged)].join("\n\n");
}

function countStatuses(judged: readonly JudgedRequirement[]): string {
  const counts = ASSESSMENT_STATUSES.flatMap((status) => {
    const count = judged.filter(({ verdict }) => (verdict?.status ?? "MISSING") === status).length;
    return count > 0 ? [`${count} ${status}`] : [];
  });
  return `${judged.length} requirements: ${counts.join(", ")}`;
}
