import type { Review } from "@assay/client";
import { DamagedRows } from "@assay/site/damaged-rows";
import { Part } from "@assay/site/part";
import { useQuery } from "@tanstack/react-query";
import { reviewHistoryQuery } from "./queries.ts";
import { RedactReason } from "./redact-reason.tsx";
import { ReviewReason, ReviewSource } from "./review-line.tsx";
import { ReviewIcon } from "./review-mark.tsx";
import { describeDecision } from "./review-words.ts";

/** The reviews of the requirement that no longer count, newest first; nothing where there is none. */
export default function ReviewHistory({ counting }: { counting: Review }) {
  const { data } = useQuery(reviewHistoryQuery(counting.runId, counting.requirementId));
  const before = data?.items.filter(({ sequence }) => sequence < counting.sequence) ?? [];
  const damaged = data?.damaged ?? [];
  if (before.length + damaged.length === 0) return null;
  return (
    <Part title={`Earlier reviews in this run (${before.length})`}>
      <DamagedRows ids={damaged} what="reviews" />
      <ol aria-label="Earlier reviews in this run" className="flex flex-col gap-3">
        {before.map((review) => (
          <li key={review.id} className="flex gap-2 text-sm">
            <ReviewIcon state={review.decision} className="mt-1" />
            <div className="flex min-w-0 flex-col gap-0.5">
              <span className="font-medium">{describeDecision(review)}</span>
              <ReviewReason review={review} />
              <span className="flex flex-wrap items-center gap-x-2">
                <ReviewSource review={review} />
                <RedactReason review={review} />
              </span>
            </div>
          </li>
        ))}
      </ol>
    </Part>
  );
}
