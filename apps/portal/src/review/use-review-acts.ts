import type { NewReview, Review } from "@assay/client";
import { assay } from "@assay/site/assay";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { countQueue } from "./count-queue.ts";
import { reviewQueueQuery } from "./queries.ts";

/** Stores a review. It shows at once; the rest of the queue is not read again for it. */
export function useAddReview(runId: string, onStored: (review: Review) => void) {
  const queries = useQueryClient();
  const { queryKey } = reviewQueueQuery(runId);
  const show = async (review: Review) => {
    // What is under way may not have it yet.
    await queries.cancelQueries({ queryKey });
    queries.setQueryData(queryKey, (queue) => {
      if (!queue) return undefined;
      const items = queue.items.map((item) =>
        item.requirementId === review.requirementId && (item.review?.sequence ?? 0) < review.sequence
          ? { ...item, review }
          : item,
      );
      return { ...queue, items, counts: countQueue(items) };
    });
    void queries.invalidateQueries({ queryKey: ["reviews", runId, "of", review.requirementId] });
    if (review.decision === "SENT_BACK") void queries.invalidateQueries({ queryKey: ["tasks"] });
  };
  return useMutation({
    mutationFn: async (review: NewReview) => (await assay()).reviews.add(runId, review),
    onSuccess: (review) => {
      // First: what comes next follows from the list as the reviewer saw it.
      onStored(review);
      return show(review);
    },
    // The run may have been signed meanwhile.
    onError: () => queries.invalidateQueries({ queryKey: ["reviews", runId] }),
  });
}

/** Agrees with verdicts that were agreed in a previous run, as nothing has changed since then. */
export function useConfirmReviews(runId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (requirementIds: readonly string[]) => (await assay()).reviews.confirm(runId, requirementIds),
    onSettled: () => queries.invalidateQueries({ queryKey: ["reviews", runId] }),
  });
}

export function useRedactReason(runId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (reviewId: string) => (await assay()).reviews.redact(runId, reviewId),
    onSettled: () => queries.invalidateQueries({ queryKey: ["reviews", runId] }),
  });
}
