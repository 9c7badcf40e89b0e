import type { Review } from "@assay/client";
import { describeAddress } from "@assay/site/describe-signer";
import { formatDateTime } from "@assay/site/format";
import { REASON_LABELS } from "./reason-labels.ts";
import { describeOpened, describeRejected } from "./review-words.ts";

/** Who said it and when, and what they had opened. */
export function ReviewSource({ review }: { review: Review }) {
  const { reviewerName, createdAt, openedCount, citedCount, rejectedCitations, confirmsReviewId } = review;
  const opened = confirmsReviewId ? null : describeOpened(openedCount, citedCount);
  const address = describeAddress(review);
  return (
    <span className="text-xs break-words text-muted">
      <bdi>{reviewerName}</bdi>, {formatDateTime(createdAt)}
      {opened && `; ${opened}`}
      {address && `; ${address}`}
      {rejectedCitations.length > 0 && `; ${describeRejected(rejectedCitations)}`}
    </span>
  );
}

/** Why it was changed or sent back, in the reviewer's words. */
export function ReviewReason({ review }: { review: Review }) {
  const { reasonCode, reason, redactedAt } = review;
  if (!reasonCode && !reason && !redactedAt) return null;
  return (
    <p className="text-sm break-words whitespace-pre-line" dir="auto">
      {reasonCode && <span className="font-medium">{REASON_LABELS[reasonCode] ?? reasonCode}. </span>}
      {redactedAt ? <span className="text-muted italic">The reason was redacted.</span> : reason}
    </p>
  );
}
