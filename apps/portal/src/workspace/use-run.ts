import type { Run } from "@assay/client";
import { assay } from "@assay/site/assay";
import { isActive } from "@assay/site/is-active";
import { useSearchParam } from "@assay/site/location";
import { queryOptions, useQuery } from "@tanstack/react-query";

/** The newest runs; what is older is on the runs' own view. */
export const recentRunsQuery = queryOptions({
  queryKey: ["runs", "recent"],
  queryFn: async ({ signal }) => (await (await assay()).runs.list({ signal }).page({ limit: 50 })).items,
  // A run that is under way shows its progress.
  refetchInterval: ({ state }) => (state.data?.some(isActive) ? 2000 : false),
});

export function runQuery(runId: string) {
  return queryOptions({
    queryKey: ["run", runId],
    queryFn: async ({ signal }) => (await assay()).runs.get(runId, { signal }),
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
