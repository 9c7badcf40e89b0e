import { assay } from "@assay/site/assay";
import { queryOptions } from "@tanstack/react-query";

export function reviewQueueQuery(runId: string) {
  return queryOptions({
    queryKey: ["reviews", runId, "queue"],
    queryFn: async ({ signal }) => (await assay()).reviews.queue(runId, { signal }),
  });
}

/** All reviews of a requirement, newest first. */
export function reviewHistoryQuery(runId: string, requirementId: string) {
  return queryOptions({
    queryKey: ["reviews", runId, "of", requirementId],
    queryFn: async ({ signal }) => (await assay()).reviews.list(runId, { requirementId, signal }).toArray(),
  });
}

/** What differs from the verdict that was reviewed before. Both runs are final. */
export function reviewChangesQuery(runId: string, requirementId: string) {
  return queryOptions({
    queryKey: ["reviews", runId, "changes", requirementId],
    queryFn: async ({ signal }) => (await assay()).reviews.changes(runId, requirementId, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Who can be assigned a task. */
export const peopleQuery = queryOptions({
  queryKey: ["people"],
  queryFn: async ({ signal }) => (await (await assay()).people.list({ signal }).page({ limit: 200 })).items,
  staleTime: 60_000,
});
