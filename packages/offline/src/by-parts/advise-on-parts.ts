import type { Coverage } from "./cover-part.ts";
import { listReasons, shorten } from "./explain-parts.ts";

/** What to do about each part that the evidence does not state, or `null` where it states all. */
export function adviseOnParts(coverages: readonly Coverage[]): string | null {
  const steps = coverages.flatMap((coverage) => adviseOnPart(coverage) ?? []);
  return steps.length === 0 ? null : steps.join(" ");
}

function adviseOnPart(coverage: Coverage): string | null {
  const part = `“${shorten(coverage.part.text)}”`;
  const title = coverage.sentences[0]?.passage.documentTitle;
  switch (coverage.level) {
    case "stated":
      return null;
    case "absent":
      return `Upload a document or record that shows ${part}: nothing was found.`;
    case "denied":
      return `Put ${part} into practice and upload a record of it: ${title} says that it is not so.`;
    case "worded": {
      const [reason] = listReasons(coverage);
      const because = reason === undefined ? "" : `, as ${reason}`;
      return `Confirm ${part} by reading ${title}, or upload evidence that says it in full${because}.`;
    }
    default:
      return coverage.level satisfies never;
  }
}
