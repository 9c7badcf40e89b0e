import { assayQuery } from "@assay/site/assay-query";
import { collect } from "@assay/site/collect";

/** Between two looks for what others have written meanwhile. */
const POLL_MS = 30_000;
/** Of the list that a mention or an assignee is chosen from. */
const PEOPLE_SHOWN = 8;

/** All that is said of a requirement, or with null of the whole run, the oldest first. */
export function threadQuery(runId: string, requirementId: string | null) {
  return assayQuery(
    ["comments", runId, "thread", requirementId],
    async ({ comments }, options) => {
      const list = comments.list(runId, { requirementId: requirementId ?? "none", ...options });
      const { items, damaged } = await collect(list);
      return { items: items.reverse(), damaged };
    },
    { refetchInterval: POLL_MS },
  );
}

export function commentCountsQuery(runId: string) {
  return assayQuery(["comments", runId, "counts"], ({ comments }, options) => comments.counts(runId, options), {
    refetchInterval: POLL_MS,
  });
}

/** The number of unread comments by run. */
export const unreadRunsQuery = assayQuery(
  ["comments", "unread"],
  async ({ comments }, options) =>
    new Map((await comments.unread(options)).map(({ runId, unread }) => [runId, unread])),
  { refetchInterval: POLL_MS },
);

export const mentionsQuery = assayQuery(
  ["comments", "mentions"],
  ({ mentions }, options) => mentions.list({ limit: 50, ...options }),
  { refetchInterval: POLL_MS },
);

/** The members whose e-mail contains a text. */
export function peopleQuery(q: string) {
  return assayQuery(
    ["people", q],
    async ({ people }, options) =>
      (await people.list({ ...(q ? { q } : {}), ...options }).page({ limit: PEOPLE_SHOWN })).items,
    { staleTime: 60_000 },
  );
}
