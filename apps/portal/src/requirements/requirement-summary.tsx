import type { Requirement } from "@assay/client";
import { formatConfidence } from "@assay/site/format";
import { VERDICT_LABELS, VERDICT_TONES, type Verdict } from "@assay/site/verdict";
import { ToneIcon } from "@assay/ui";

import { RequirementUnreadDot } from "../comments/unread-dot.tsx";
import { RequirementMark } from "../exceptions/run-exceptions.tsx";
import { ReviewMark } from "../review/review-mark.tsx";
import type { ReviewState } from "../review/review-state.ts";

/** Of the link that holds a summary. */
export const SUMMARY_COLUMNS =
  "grid min-h-9 grid-cols-[1rem_minmax(2.25rem,max-content)_minmax(0,1fr)_auto_auto] items-start gap-x-2 px-3 text-sm outline-offset-[-2px] transition-colors hover:bg-hover";

export interface RequirementSummaryProps {
  requirement: Requirement;
  verdict: Verdict;
  confidence: number | null;
  /** Omitted where the run is not reviewed; null until it is known. */
  review?: ReviewState | null | undefined;
}

/** A requirement in one row: verdict, label, title, confidence, review. */
export function RequirementSummary({ requirement, verdict, confidence, review }: RequirementSummaryProps) {
  return (
    <>
      <ToneIcon tone={VERDICT_TONES[verdict]} size={15} className="mt-0.5" />
      <span className="sr-only">{VERDICT_LABELS[verdict]} </span>
      <span className="text-xs leading-5 text-muted tabular-nums">{requirement.requirementId} </span>
      <span className="min-w-0">
        <span className="line-clamp-2 leading-5 break-words">{requirement.title}</span>
        <RequirementUnreadDot requirementId={requirement.requirementId} />
        <RequirementMark requirementId={requirement.requirementId} />
      </span>
      <span
        className="text-xs leading-5 text-muted tabular-nums"
        title={confidence === null ? undefined : "Confidence"}
      >
        {confidence !== null && formatConfidence(confidence)}
      </span>
      {review !== undefined && <ReviewMark state={review} />}
    </>
  );
}
