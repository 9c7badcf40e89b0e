import { assay } from "@assay/site/assay";
import { type QueryClient, queryOptions } from "@tanstack/react-query";

export function linksQuery(runId: string) {
  return queryOptions({
    queryKey: ["run", runId, "links"],
    queryFn: async ({ signal }) => (await assay()).links.list(runId, { signal }).toArray(),
  });
}

export const readLinksAgain = (queries: QueryClient, runId: string) =>
  queries.invalidateQueries({ queryKey: linksQuery(runId).queryKey });
