import type { AssessmentFlag } from "@assay/client";
import { TriangleAlert } from "lucide-react";

const TEXTS: Record<AssessmentFlag, string> = {
  INSTRUCTION_LIKE_EVIDENCE: "Some evidence contains instructions to the model. Such text never counts as evidence.",
  HIDDEN_TEXT_EVIDENCE: "Some evidence contains text that a reader would not see. Such text never counts as evidence.",
  EXPIRED_EVIDENCE: "A cited document has expired.",
  UNVERIFIED_QUOTES_DROPPED: "The model returned quotes that are not in the evidence. They were removed.",
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
