import { assay } from "@assay/site/assay";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";

const RESULTS_MAX = 20;

/** The passages for what is typed; a search that nobody waits for any more is aborted. */
export function searchQuery(q: string) {
  return queryOptions({
    queryKey: ["search", q],
    queryFn: async ({ signal }) => (await assay()).search(q, { limit: RESULTS_MAX, signal }),
    enabled: q !== "",
    placeholderData: keepPreviousData,
  });
}
