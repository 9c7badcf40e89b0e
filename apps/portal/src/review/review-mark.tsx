import { classNames } from "@assay/ui";
import { Check, CheckCheck, CornerUpLeft, type LucideIcon, Pencil } from "lucide-react";
import { REVIEW_LABELS, type ReviewState } from "./review-state.ts";

/** Shapes of their own: a review is never taken for a verdict. */
const MARKS: Record<ReviewState, { Icon: LucideIcon; colour: string } | null> = {
  NONE: null,
  CONFIRM: { Icon: CheckCheck, colour: "text-muted" },
  AGREED: { Icon: Check, colour: "text-complete" },
  CHANGED: { Icon: Pencil, colour: "text-accent" },
  SENT_BACK: { Icon: CornerUpLeft, colour: "text-partial" },
};

export function ReviewIcon({ state, className }: { state: ReviewState; className?: string }) {
  const mark = MARKS[state];
  return mark && <mark.Icon size={14} aria-hidden className={classNames("shrink-0", mark.colour, className)} />;
}

/** The review of a requirement in its row; its place is there before the review is. */
export function ReviewMark({ state }: { state: ReviewState | null }) {
  return (
    <span className="flex h-5 w-3.5 items-center" title={state ? REVIEW_LABELS[state] : undefined}>
      {state && (
        <>
          <ReviewIcon state={state} />
          <span className="sr-only"> {REVIEW_LABELS[state]}</span>
        </>
      )}
    </span>
  );
}
