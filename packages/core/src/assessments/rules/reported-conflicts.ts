import { cleanProse } from "../stored-answer.ts";
import type { EvidenceRule } from "./evidence-rule.ts";

const NAMED_MAX = 3;
const ABOUT_LENGTH_MAX = 300;

/** The assessor says that passages which it was shown answer the requirement differently. */
export const reportedConflicts: EvidenceRule = {
  name: "contradicted",
  find({ conflicts = [], evidence: { passages } }) {
    const shown = new Set(passages.map(({ chunkId }) => chunkId));
    const known = conflicts.filter(({ chunkIds }) => new Set(chunkIds.filter((id) => shown.has(id))).size > 1);
    if (known.length === 0) return undefined;
    const about = known.slice(0, NAMED_MAX).map((conflict) => cleanProse(conflict.about, ABOUT_LENGTH_MAX));
    return { flag: "CONTRADICTED", note: `Passages answer the requirement differently: ${about.join(" ")}` };
  },
};
