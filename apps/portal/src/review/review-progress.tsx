import type { Run } from "@assay/client";
import { dialogOnDemand } from "@assay/site/dialog-on-demand";
import { setSearch, useSearchParam } from "@assay/site/location";
import { Button, Pill } from "@assay/ui";
import { useState } from "react";
import type { AssessedRequirement } from "../requirements/group-requirements.ts";
import { toOrder } from "../requirements/requirement-order.ts";
import { describeProgress, type ReviewCounts } from "./review-state.ts";
import type { RunReviews } from "./use-run-reviews.ts";

const ConfirmAllDialog = dialogOnDemand(() => import("./confirm-all-dialog.tsx"));

interface ReviewProgressProps {
  run: Run;
  reviews: RunReviews;
  items: readonly AssessedRequirement[];
  counts: ReviewCounts;
}

/** How far the review of the run is, in which order it continues, and what can be confirmed at once. */
export function ReviewProgress({ run, reviews, items, counts }: ReviewProgressProps) {
  const [confirming, setConfirming] = useState(false);
  const byRisk = toOrder(useSearchParam("order")) === "risk";
  const { queue, error, mayDecide } = reviews;
  return (
    <section aria-label="Review" className="flex min-h-6 flex-wrap items-center gap-x-2 gap-y-1.5 text-xs">
      <p className="me-auto text-muted tabular-nums">
        {queue ? describeProgress(counts, queue.items.length) : error ? "The reviews cannot be loaded" : "\u00a0"}
      </p>
      {mayDecide && counts.CONFIRM > 0 && (
        <Button className="h-6 px-2 text-xs" onClick={() => setConfirming(true)}>
          Confirm {counts.CONFIRM.toLocaleString()} unchanged
        </Button>
      )}
      <fieldset className="flex gap-1">
        <legend className="sr-only">Order of the requirements</legend>
        <Pill label="By criterion" pressed={!byRisk} onPress={() => setSearch({ order: null })} />
        <Pill label="By risk" pressed={byRisk} onPress={() => setSearch({ order: "risk" })} />
      </fieldset>
      {confirming && queue && (
        <ConfirmAllDialog {...{ queue, items }} runId={run.id} onClose={() => setConfirming(false)} />
      )}
    </section>
  );
}
