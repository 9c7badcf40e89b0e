import type { Run } from "@assay/client";
import { assayQuery } from "@assay/site/assay-query";
import { isActive } from "@assay/site/is-active";
import { useSearchParam } from "@assay/site/location";
import { useQuery } from "@tanstack/react-query";

/** The newest runs; what is older is on the runs' own view. */
export const recentRunsQuery = assayQuery(
  ["runs", "recent"],
  async ({ runs }, options) => (await runs.list(options).page({ limit: 50 })).items,
  // A run that is under way shows its progress.
  { refetchInterval: ({ state }) => (state.data?.some(isActive) ? 2000 : false) },
);

export function runQuery(runId: string) {
  return assayQuery(["run", runId], ({ runs }, options) => runs.get(runId, options), {
    refetchInterval: ({ state }) => (state.data && isActive(state.data) ? 2000 : false),
  });
}

export interface SelectedRun {
  /** Null where the tenant has none. */
  readonly run: Run | null | undefined;
  readonly recent: readonly Run[];
  readonly error: unknown;
  readonly retry: () => void;
}

/** The run of the address; without one, the newest that is completed, else the newest. */
export function useSelectedRun(): SelectedRun {
  const asked = useSearchParam("run");
  const recent = useQuery(recentRunsQuery);
  const listed = recent.data?.find(({ id }) => id === asked);
  const other = useQuery({ ...runQuery(asked ?? ""), enabled: asked !== null && recent.isSuccess && !listed });
  const newest = recent.data && (recent.data.find(({ status }) => status === "COMPLETED") ?? recent.data[0] ?? null);
  return {
    run: asked === null ? newest : (listed ?? other.data),
    recent: recent.data ?? [],
    error: recent.error ?? other.error,
    retry: () => void (recent.error ? recent : other).refetch(),
  };
}
