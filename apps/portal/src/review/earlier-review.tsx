import type { ReviewQueueItem } from "@assay/client";
import { messageOf } from "@assay/site/error-panel";
import { formatDayOf } from "@assay/site/format";
import { Link } from "@assay/site/link";
import { hrefWith } from "@assay/site/location";
import { Button, Skeleton } from "@assay/ui";
import { useQuery } from "@tanstack/react-query";
import { CheckCheck, GitCompareArrows } from "lucide-react";
import { reviewChangesQuery } from "./queries.ts";
import { ReviewReason } from "./review-line.tsx";
import { useConfirmReviews } from "./use-review-acts.ts";

/** A later service may name others. */
const CHANGE_LABELS: Readonly<Record<string, string>> = {
  PINS: "Versions of the run",
  PERIOD: "Period",
  DOCUMENT: "Document",
  QUOTE: "Quote",
  STATUS: "Verdict",
  FLAGS: "Notes on the evidence",
  EXCEPTION: "Exception",
  OTHER: "What the verdict rests on",
};

interface EarlierReviewProps {
  runId: string;
  item: ReviewQueueItem;
  earlier: Earlier;
  mayConfirm: boolean;
}

type Earlier = NonNullable<ReviewQueueItem["earlier"]>;

/** What was said of the requirement in a previous run, and whether it still holds. */
export default function EarlierReview({ runId, item, earlier, mayConfirm }: EarlierReviewProps) {
  const Icon = earlier.unchanged ? CheckCheck : GitCompareArrows;
  return (
    <section aria-label="Earlier review" className="flex gap-2 rounded-lg bg-hover px-3 py-2.5 text-sm">
      <Icon size={16} aria-hidden className="mt-0.5 shrink-0 text-muted" />
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <p className="break-words">
          {earlier.unchanged ? "Nothing changed since " : "Changed since "}
          <EarlierDecision earlier={earlier} />
          {earlier.unchanged ? "." : ":"}
        </p>
        {earlier.review.decision !== "AGREED" && <ReviewReason review={earlier.review} />}
        {!earlier.unchanged && <ChangeList runId={runId} requirementId={item.requirementId} />}
        {earlier.unchanged && earlier.review.decision === "AGREED" && mayConfirm && (
          <Confirm runId={runId} requirementId={item.requirementId} />
        )}
      </div>
    </section>
  );
}

const DECIDED = { AGREED: "agreed", CHANGED: "changed it", SENT_BACK: "sent it back" } as const;

function EarlierDecision({ earlier: { runId, review } }: { earlier: Earlier }) {
  return (
    <>
      <bdi className="font-medium">{review.reviewerName}</bdi> {DECIDED[review.decision]} on{" "}
      <Link href={hrefWith({ run: runId, document: null, citation: null })} className="underline underline-offset-2">
        {formatDayOf(review.createdAt)}
      </Link>
    </>
  );
}

function Confirm({ runId, requirementId }: { runId: string; requirementId: string }) {
  const confirm = useConfirmReviews(runId);
  return (
    <div>
      <Button busy={confirm.isPending} onClick={() => confirm.mutate([requirementId])}>
        Confirm
      </Button>
      <p role="alert" className="mt-1 text-missing empty:hidden">
        {confirm.error && `It has not been confirmed. ${messageOf(confirm.error)}`}
      </p>
    </div>
  );
}

function ChangeList({ runId, requirementId }: { runId: string; requirementId: string }) {
  const { data, error } = useQuery(reviewChangesQuery(runId, requirementId));
  if (error) return <p className="text-muted">What changed cannot be loaded. {messageOf(error)}</p>;
  if (!data) return <Skeleton className="h-10 w-full" />;
  return (
    <ul aria-label="What changed" className="flex flex-col gap-1.5">
      {data.changes.map(({ change, before, after }) => (
        <li key={`${change} ${before} ${after}`} className="break-words">
          <span className="text-xs font-medium text-muted">{CHANGE_LABELS[change] ?? change}</span>
          <br />
          {before !== null && (
            <del className="text-muted" dir="auto">
              {before}
            </del>
          )}
          {before !== null && after !== null && " "}
          {after !== null && (
            <ins className="no-underline" dir="auto">
              {after}
            </ins>
          )}
        </li>
      ))}
    </ul>
  );
}
