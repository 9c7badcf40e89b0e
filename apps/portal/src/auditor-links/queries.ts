import { assay } from "@assay/site/assay";
import { queryOptions } from "@tanstack/react-query";

export function linksQuery(runId: string) {
  return queryOptions({
    queryKey: ["run", runId, "links"],
    queryFn: async ({ signal }) => (await assay()).links.list(runId, { signal }).toArray(),
  });
}
