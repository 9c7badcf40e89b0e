import type { StartRun } from "@assay/client";
import { assay } from "@assay/site/assay";
import { useQuery } from "@tanstack/react-query";
import { describeCost } from "./describe-cost.ts";

/** What a run would need of a model that is paid for; nothing where none is. */
export function RunCost({ run }: { run: StartRun | undefined }) {
  const { data } = useQuery({
    queryKey: ["runs", "estimate", run],
    queryFn: async ({ signal }) => (await assay()).runs.estimate(run, { signal }),
    enabled: run !== undefined,
    retry: false,
    staleTime: 0,
    placeholderData: (before) => before,
  });
  return (
    <p role="status" className="empty:hidden">
      {data && data.calls > 0 && data.costUsd !== 0 && describeCost(data)}
    </p>
  );
}
