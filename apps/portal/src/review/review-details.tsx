import type { Review } from "@assay/client";
import { RedactReason } from "./redact-reason.tsx";
import { ReviewReason, ReviewSource } from "./review-line.tsx";

/** Why it was decided so, by whom and when. Loaded when the first review is shown. */
export default function ReviewDetails({ review }: { review: Review }) {
  return (
    <div className="flex flex-col gap-1 border-t border-line px-3 py-2">
      <ReviewReason review={review} />
      <span className="flex flex-wrap items-center gap-x-2">
        <ReviewSource review={review} />
        <RedactReason review={review} />
      </span>
    </div>
  );
}
