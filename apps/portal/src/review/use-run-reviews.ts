import type { ReviewQueueItem, Run } from "@assay/client";
import { useSession } from "@assay/site/use-session";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { reviewQueueQuery } from "./queries.ts";

export interface ShownQueue {
  /** In the order of risk. */
  readonly items: readonly ReviewQueueItem[];
  readonly byRequirement: ReadonlyMap<string, ReviewQueueItem>;
  /** Reviews that are stored otherwise than they were recorded. */
  readonly damaged: readonly { readonly id: string }[];
  /** The run is signed. */
  readonly closed: boolean;
}

export interface RunReviews {
  /** Undefined for a run that is not reviewed, and until it is known. */
  readonly queue: ShownQueue | undefined;
  readonly error: Error | null;
  /** Whether the user may decide on this run's verdicts; false until it is known. The API decides in the end. */
  readonly mayDecide: boolean;
}

/** Only a completed run is reviewed. */
export function isReviewable(run: Run | null | undefined): run is Run {
  return run?.status === "COMPLETED";
}

export function useRunReviews(run: Run | null | undefined): RunReviews {
  const { data, error } = useQuery({ ...reviewQueueQuery(run?.id ?? ""), enabled: isReviewable(run) });
  const { data: session } = useSession();
  const mayReview = session?.mayReview ?? false;
  return useMemo(() => {
    const queue = data && { ...data, byRequirement: new Map(data.items.map((item) => [item.requirementId, item])) };
    return { queue, error, mayDecide: mayReview && queue !== undefined && !queue.closed };
  }, [data, error, mayReview]);
}
