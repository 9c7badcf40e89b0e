import { assayQuery } from "@assay/site/assay-query";
import { collect } from "@assay/site/collect";

export function reviewQueueQuery(runId: string) {
  return assayQuery(["reviews", runId, "queue"], ({ reviews }, options) => reviews.queue(runId, options));
}

/** All reviews of a requirement, newest first. */
export function reviewHistoryQuery(runId: string, requirementId: string) {
  return assayQuery(["reviews", runId, "of", requirementId], ({ reviews }, options) =>
    collect(reviews.list(runId, { requirementId, ...options })),
  );
}

/** What differs from the verdict that was reviewed before. Both runs are final. */
export function reviewChangesQuery(runId: string, requirementId: string) {
  return assayQuery(
    ["reviews", runId, "changes", requirementId],
    ({ reviews }, options) => reviews.changes(runId, requirementId, options),
    { staleTime: Number.POSITIVE_INFINITY },
  );
}

/** Who can be assigned a task. */
export const peopleQuery = assayQuery(
  ["people"],
  async ({ people }, options) => (await people.list(options).page({ limit: 200 })).items,
  { staleTime: 60_000 },
);
