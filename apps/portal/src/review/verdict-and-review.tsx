import type { ReviewQueueItem } from "@assay/client";
import { VERDICT_LABELS, VERDICT_TONES, type Verdict } from "@assay/site/verdict";
import { Badge, Skeleton } from "@assay/ui";
import { lazy, type ReactNode, Suspense } from "react";
import { ReviewIcon } from "./review-mark.tsx";
import { REVIEW_LABELS, reviewStateOf } from "./review-state.ts";
import { describeDecision } from "./review-words.ts";

/** Of what is reviewed. */
const ReviewDetails = lazy(() => import("./review-details.tsx"));

interface VerdictAndReviewProps {
  verdict: Verdict;
  /** Undefined until it is known. */
  item: ReviewQueueItem | undefined;
  /** Why the review is not known. */
  error: Error | null;
}

/** The verdict of the run and what a person says of it: side by side, and neither changes the other. */
export function VerdictAndReview({ verdict, item, error }: VerdictAndReviewProps) {
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-surface">
      <dl className="grid grid-cols-2 divide-x divide-line">
        <Half title="Verdict">
          <Badge tone={VERDICT_TONES[verdict]} label={VERDICT_LABELS[verdict]} />
        </Half>
        <Half title="Review">
          {item ? (
            <Decision item={item} />
          ) : error ? (
            <span className="text-sm text-muted">Cannot be loaded</span>
          ) : (
            <Skeleton className="h-5 w-24" />
          )}
        </Half>
      </dl>
      {item?.review && (
        <Suspense fallback={<p className="h-9 border-t border-line" />}>
          <ReviewDetails review={item.review} />
        </Suspense>
      )}
    </div>
  );
}

function Half({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col items-start gap-1 px-3 py-2">
      <dt className="text-xs text-muted">{title}</dt>
      <dd className="flex min-h-5 max-w-full items-center">{children}</dd>
    </div>
  );
}

function Decision({ item }: { item: ReviewQueueItem }) {
  const state = reviewStateOf(item);
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5 text-sm font-medium">
      <ReviewIcon state={state} />
      <span className={state === "NONE" ? "font-normal text-muted" : "truncate"}>
        {item.review ? describeDecision(item.review) : REVIEW_LABELS[state]}
      </span>
    </span>
  );
}
