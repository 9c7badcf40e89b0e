import type { ReviewQueueItem, Run } from "@assay/client";
import { lazy, Suspense } from "react";
import type { RunReviews } from "./use-run-reviews.ts";

const ReviewsClosed = lazy(() => import("./reviews-closed.tsx"));
const EarlierReview = lazy(() => import("./earlier-review.tsx"));
const DamagedRows = lazy(async () => ({ default: (await import("@assay/site/damaged-rows")).DamagedRows }));

interface ReviewNoticesProps {
  run: Run;
  item: ReviewQueueItem;
  reviews: RunReviews;
}

/** What a reviewer should know before deciding. */
export function ReviewNotices({ run, item, reviews }: ReviewNoticesProps) {
  return (
    <>
      {reviews.queue && reviews.queue.damaged.length > 0 && (
        <Suspense fallback={null}>
          <DamagedRows ids={reviews.queue.damaged.map(({ id }) => id)} what="reviews" />
        </Suspense>
      )}
      {reviews.queue?.closed && (
        <Suspense fallback={null}>
          <ReviewsClosed run={run} />
        </Suspense>
      )}
      {item.earlier && !item.review && (
        <Suspense fallback={null}>
          <EarlierReview
            key={item.requirementId}
            runId={run.id}
            item={item}
            earlier={item.earlier}
            mayConfirm={reviews.mayDecide}
          />
        </Suspense>
      )}
    </>
  );
}
