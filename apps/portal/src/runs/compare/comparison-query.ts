import type { Run } from "@assay/client";
import { assay } from "@assay/site/assay";
import type { Comparison, Side } from "@assay/site/explain-change";
import { queryOptions } from "@tanstack/react-query";

/** What changed from `before` to `after`, with all that may explain it; both are over. */
export function comparisonQuery(before: Run, after: Run) {
  return queryOptions({
    queryKey: ["run", after.id, "comparison", before.id, before.status, after.status],
    queryFn: async ({ signal }): Promise<Comparison> => {
      const { runs } = await assay();
      const [diff, ...sides] = await Promise.all([
        runs.diff(after.id, before.id, { signal }),
        loadSide(before, signal),
        loadSide(after, signal),
      ]);
      return { diff, before: sides[0], after: sides[1] };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

async function loadSide(run: Run, signal: AbortSignal): Promise<Side> {
  const { runs } = await assay();
  const [requirements, configuration] = await Promise.all([
    runs.requirements(run.id, { signal }),
    runs.configuration(run.id, { signal }),
  ]);
  return { run, configuration, requirements: new Map(requirements.map((each) => [each.requirementId, each])) };
}
