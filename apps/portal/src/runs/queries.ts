import type { RunDetails, RunStatus, RunStep } from "@assay/client";
import { assay } from "@assay/site/assay";
import { isActive } from "@assay/site/is-active";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";

const PAGE_SIZE = 50;
/** Between two looks while nothing is heard of a run; each event starts the wait again. */
const POLL_MS = 3000;

/** Newest first. */
export function runListQuery(status: RunStatus | undefined) {
  return infiniteQueryOptions({
    queryKey: ["runs", "list", status ?? "ALL"],
    queryFn: async ({ pageParam, signal }) =>
      (await assay()).runs
        .list({ ...(status ? { status } : {}), signal })
        .page({ limit: PAGE_SIZE, cursor: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: ({ state }) => state.data?.pages.some(({ items }) => items.some(isActive)) === true && POLL_MS,
  });
}

export interface Progress {
  readonly run: RunDetails;
  readonly steps: readonly RunStep[];
}

export function progressQuery(runId: string) {
  return queryOptions({
    queryKey: ["run", runId, "progress"],
    queryFn: async ({ signal }): Promise<Progress> => {
      const { runs } = await assay();
      const [run, steps] = await Promise.all([runs.get(runId, { signal }), runs.steps(runId, { signal })]);
      return { run, steps };
    },
    refetchInterval: ({ state }) => state.data !== undefined && isActive(state.data.run) && POLL_MS,
  });
}

/** What the run has judged so far, looked at again from time to time while it continues. */
export function verdictsQuery(runId: string) {
  return queryOptions({
    queryKey: ["run", runId, "verdicts"],
    queryFn: async ({ signal }) => (await assay()).runs.assessments(runId, { signal }),
    refetchInterval: POLL_MS,
  });
}
