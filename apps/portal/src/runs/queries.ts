import type { RunDetails, RunStatus, RunStep } from "@assay/client";
import { assayPages, assayQuery } from "@assay/site/assay-query";
import { isActive } from "@assay/site/is-active";

const PAGE_SIZE = 50;
/** Between two looks while nothing is heard of a run; each event starts the wait again. */
const POLL_MS = 3000;

/** Newest first. */
export function runListQuery(status: RunStatus | undefined) {
  return assayPages(
    ["runs", "list", status ?? "ALL"],
    ({ runs }, options, cursor) =>
      runs.list({ ...(status ? { status } : {}), ...options }).page({ limit: PAGE_SIZE, cursor }),
    {
      refetchInterval: ({ state }) => state.data?.pages.some(({ items }) => items.some(isActive)) === true && POLL_MS,
    },
  );
}

export interface Progress {
  readonly run: RunDetails;
  readonly steps: readonly RunStep[];
}

export function progressQuery(runId: string) {
  return assayQuery(
    ["run", runId, "progress"],
    async ({ runs }, options): Promise<Progress> => {
      const [run, steps] = await Promise.all([runs.get(runId, options), runs.steps(runId, options)]);
      return { run, steps };
    },
    { refetchInterval: ({ state }) => state.data !== undefined && isActive(state.data.run) && POLL_MS },
  );
}

/** What the run has judged so far, looked at again from time to time while it continues. */
export function verdictsQuery(runId: string) {
  return assayQuery(["run", runId, "verdicts"], ({ runs }, options) => runs.assessments(runId, options), {
    refetchInterval: POLL_MS,
  });
}
