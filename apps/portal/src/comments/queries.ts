import type { Comment } from "@assay/client";
import { assay } from "@assay/site/assay";
import { queryOptions } from "@tanstack/react-query";

/** Between two looks for what others have written meanwhile. */
const POLL_MS = 30_000;
/** Of the list that a mention or an assignee is chosen from. */
const PEOPLE_SHOWN = 8;

/** All that is said of a requirement, or with null of the whole run, the oldest first. */
export function threadQuery(runId: string, requirementId: string | null) {
  return queryOptions({
    queryKey: ["comments", runId, "thread", requirementId],
    queryFn: async ({ signal }): Promise<Comment[]> => {
      const { comments } = await assay();
      return (await comments.list(runId, { requirementId: requirementId ?? "none", signal }).toArray()).reverse();
    },
    refetchInterval: POLL_MS,
  });
}

export function commentCountsQuery(runId: string) {
  return queryOptions({
    queryKey: ["comments", runId, "counts"],
    queryFn: async ({ signal }) => (await assay()).comments.counts(runId, { signal }),
    refetchInterval: POLL_MS,
  });
}

/** The number of unread comments by run. */
export const unreadRunsQuery = queryOptions({
  queryKey: ["comments", "unread"],
  queryFn: async ({ signal }) => {
    const runs = await (await assay()).comments.unread({ signal });
    return new Map(runs.map(({ runId, unread }) => [runId, unread]));
  },
  refetchInterval: POLL_MS,
});

export const mentionsQuery = queryOptions({
  queryKey: ["comments", "mentions"],
  queryFn: async ({ signal }) => (await assay()).mentions.list({ limit: 50, signal }),
  refetchInterval: POLL_MS,
});

/** The members whose e-mail contains a text. */
export function peopleQuery(q: string) {
  return queryOptions({
    queryKey: ["people", q],
    queryFn: async ({ signal }) =>
      (await (await assay()).people.list({ ...(q ? { q } : {}), signal }).page({ limit: PEOPLE_SHOWN })).items,
    staleTime: 60_000,
  });
}
