import type { AssessmentFlag } from "@assay/client";
import { TriangleAlert } from "lucide-react";

const TEXTS: Record<AssessmentFlag, string> = {
  INSTRUCTION_LIKE_EVIDENCE: "Some evidence contains instructions to the model. Such text never counts as evidence.",
  HIDDEN_TEXT_EVIDENCE: "Some evidence contains text that a reader would not see. Such text never counts as evidence.",
  STRUCK_TEXT_EVIDENCE: "Some evidence contains text that is crossed out. Such text never counts as evidence.",
  QUOTED_HISTORY_EVIDENCE:
    "Some evidence contains an earlier mail that the mail quotes. Such text never counts as what the sender says.",
  EXPIRED_EVIDENCE: "A cited document has expired.",
  UNVERIFIED_QUOTES_DROPPED: "The model returned quotes that are not in the evidence. They were removed.",
  OUT_OF_PERIOD: "What is cited lies outside the period of the run.",
  DESIGN_ONLY: "Only rules are cited. Nothing cited shows that they are followed.",
  CADENCE_GAP: "The records do not show it as often as it is required.",
  CONTRADICTED: "Passages of the evidence contradict each other.",
  WEAK_SUPPORT: "No citation proves by itself what is required.",
  COVERED_BY_EXCEPTION: "An approved exception covers this requirement.",
  NOT_JUDGED: "This requirement was not judged. A person must judge it.",
  NOT_CHECKED_FOR_MEANING: "Not every quote was checked for its meaning.",
};

export function FlagNotices({ flags }: { flags: readonly AssessmentFlag[] }) {
  return (
    <ul className="flex flex-col gap-1.5">
      {flags.map((flag) => (
        <li key={flag} className="flex gap-2 rounded-md bg-partial-soft px-3 py-2 text-sm text-partial">
          <TriangleAlert size={14} aria-hidden className="mt-0.5 shrink-0" />
          {TEXTS[flag] ?? flag}
        </li>
      ))}
    </ul>
  );
}
